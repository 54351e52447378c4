// Turns the channels of a file into the clips of a model: keys sorted by time, rotations normalized, times
// from the clip's first key.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/common/unique_names.h"

namespace phalanx {

// Times of the first and the last key.
struct TimeRange {
    double first_s = 0.0;
    double last_s = 0.0;
};

// Builds the clips of one file, one after the other, and counts what it corrected.
class ClipBuilder {
  public:
    // `file`: for errors.
    explicit ClipBuilder(std::string file) : file_(std::move(file)) {}

    void begin(std::string name);

    // Adds a channel to the current clip. Tracks that a channel of the same node already has are left out.
    // Throws Error (kInput) for keys that are not finite.
    void add(Channel channel);

    // The same for the weights of a morph target. A track without keys is left out.
    void add(MorphTrack track);

    // A marker of the current clip, at a time of the file.
    void add(Marker marker) { clip_.markers.push_back(std::move(marker)); }

    // A channel of the current clip that moves a node which is not in the file.
    void lose(const std::string& node) { lost_.insert(node); }

    // Ends the current clip. Without `range`, tracks of a single key are ignored if another track has two or
    // more keys, since importers insert single keys at time 0. A clip without tracks is left out.
    void end(const std::optional<TimeRange>& range = std::nullopt);

    std::vector<Clip> take() { return std::move(clips_); }

    void report(Notes& notes) const;

  private:
    template <typename Value>
    void check(const Track<Value>& track) const;
    template <typename Value>
    void sort(Track<Value>& track);
    void normalize(Track<glm::dquat>& track);
    void takeShorterArcs(Track<glm::dquat>& track);
    void setTimes(const std::optional<TimeRange>& given);
    void keepFirstPose();

    std::string file_;
    std::vector<Clip> clips_;
    UniqueNames names_;
    Clip clip_;
    std::vector<std::size_t> channel_of_;  // by node: index + 1 into clip_.channels, 0 if none
    std::vector<bool> has_track_;          // by morph target: whether clip_ has a track for it
    std::size_t empty_ = 0;
    std::size_t flipped_ = 0;
    std::size_t unnormalised_ = 0;
    std::size_t zero_ = 0;
    std::size_t unordered_ = 0;
    std::size_t partial_ = 0;
    std::size_t repeated_ = 0;
    std::size_t late_ = 0;
    double latest_first_key_s_ = 0.0;
    std::size_t short_ = 0;
    std::string first_short_;  // its name and duration
    std::set<std::string> lost_;
};

}  // namespace phalanx
