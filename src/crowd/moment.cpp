#include "crowd/moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <optional>
#include <vector>

namespace phalanx {
namespace {

struct UnitFade {                       // a single crossfade to another clip, see Crowd::chooseClips()
    std::uint32_t start = 0;            // ticks since the moment, wrapping
    std::uint32_t mode_and_length = 0;  // as in fade.w
    glm::uvec3 clips_and_rates{0};      // as in playback.yzw
};

struct UnitMoment {
    std::uint32_t phase_a = 0;
    std::uint32_t phase_b = 0;
    std::uint32_t way = 0;
    // With a periodic crossfade: ticks since the start of the unit's cycle. Otherwise: ticks until playback
    // starts.
    std::uint32_t ticks = 0;
    std::optional<UnitFade> fade;
};

std::uint32_t modeOf(const UnitInstance& unit) {
    return unit.fade.w >> PH_FADE_MODE_SHIFT;
}

struct Clips {
    glm::uvec4 a;
    glm::uvec4 b;
};

Clips clipsOf(const std::vector<glm::uvec4>& table, const UnitInstance& unit) {
    return {table[unit.playback.y & 0xFFFFU], table[unit.playback.y >> 16U]};
}

// Removes the next word from `text` and returns it; nullopt if there is none.
std::optional<std::string_view> takeWord(std::string_view& text) {
    if (text.empty()) return std::nullopt;
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

std::optional<UnitMoment> parseUnit(std::string_view word) {
    std::array<std::uint32_t, 9> numbers{};
    std::size_t count = 0;
    const char* at = word.data();
    const char* const end = at + word.size();
    while (count < numbers.size()) {
        if (count > 0 && *at++ != '.') return std::nullopt;
        const auto [next, error] = std::from_chars(at, end, numbers.at(count), 16);
        if (error != std::errc()) return std::nullopt;
        at = next;
        ++count;
        if (at == end) break;
    }
    if (at != end || (count != 4 && count != 9)) return std::nullopt;
    UnitMoment moment{numbers[0], numbers[1], numbers[2], numbers[3], {}};
    if (count == 4) return moment;
    moment.fade = UnitFade{numbers[4], numbers[5], {numbers[6], numbers[7], numbers[8]}};
    if (moment.fade->mode_and_length >> PH_FADE_MODE_SHIFT != PH_FADE_EVENT) return std::nullopt;
    // In 2^-32 cycles per tick: playback.h requires less than 1/256.
    constexpr std::int64_t kFastest = std::int64_t{1} << 24U;
    const auto a = static_cast<std::int32_t>(moment.fade->clips_and_rates.y);
    const auto b = static_cast<std::int32_t>(moment.fade->clips_and_rates.z);
    const std::int64_t size = std::max(std::abs(std::int64_t{a}), std::abs(std::int64_t{b}));
    if (size >= kFastest || std::abs(std::int64_t{a} - b) >= kFastest) return std::nullopt;
    return moment;
}

// Whether the clip table has the clips of the crossfade.
bool fits(const UnitFade& fade, const std::vector<glm::uvec4>& table) {
    const std::uint32_t clips = fade.clips_and_rates.x;
    return std::max(clips & 0xFFFFU, clips >> 16U) < table.size();
}

void setUnit(UnitInstance& unit, const std::vector<glm::uvec4>& table, const UnitMoment& moment,
             const layout::Schedule& schedule, Ticks now) {
    unit.playback.x = now;
    if (moment.fade) {
        const glm::uvec3& playback = moment.fade->clips_and_rates;
        unit.playback = {now, playback.x, playback.y, playback.z};
        unit.fade.z = now + moment.fade->start;
        // The march flag is kept from the crowd, because the unit's heading depends on it.
        unit.fade.w = (moment.fade->mode_and_length & ~PH_FLAG_MARCH) | (unit.fade.w & PH_FLAG_MARCH);
    }
    const bool periodic = modeOf(unit) == PH_FADE_PERIODIC;
    if (periodic) {
        unit.fade.z = moment.ticks;
    } else if (!moment.fade) {
        unit.playback.x += moment.ticks;
    }
    const Clips clips = clipsOf(table, unit);
    layout::clearStart(unit, clips.a, clips.b);
    layout::UnitPhases wanted{};
    wanted.a = moment.phase_a;
    wanted.b = moment.phase_b;
    wanted.way = moment.way;
    layout::setStart(unit, clips.a, clips.b, wanted, layout::unitPhases(unit, clips.a, clips.b, schedule));
}

// Pointers to all units, by unit number.
std::vector<UnitInstance*> unitsOf(Crowd& crowd) {
    std::vector<UnitInstance*> units(crowd.size());
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const UnitPlace place = crowd.placeOf(u);
        units[u] = &crowd.groups()[static_cast<std::size_t>(place.group)].units[place.index];
    }
    return units;
}

std::vector<std::vector<glm::uvec4>> tablesOf(const Crowd& crowd) {
    std::vector<std::vector<glm::uvec4>> tables;
    for (std::size_t m = 0; m < crowd.models().size(); ++m)
        tables.push_back(crowd.clipTable(static_cast<int>(m)));
    return tables;
}

}  // namespace

std::string momentOf(const Crowd& crowd, Ticks now) {
    const auto tables = tablesOf(crowd);
    const layout::Schedule schedule = crowd.schedule(now);
    const std::uint32_t period = schedule.clock.y;
    std::string text;
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const UnitInstance& unit = crowd.unitBeforeFall(u);
        if (!text.empty()) text += ' ';
        const Clips clips = clipsOf(tables[static_cast<std::size_t>(crowd.modelOf(u))], unit);
        const layout::UnitPhases phases = layout::unitPhases(unit, clips.a, clips.b, schedule);
        const auto since = static_cast<std::int32_t>(now - unit.playback.x);
        std::uint32_t ticks = since < 0 ? unit.playback.x - now : 0U;
        if (modeOf(unit) == PH_FADE_PERIODIC)
            ticks = static_cast<std::uint32_t>((std::uint64_t{unit.fade.z} + now - unit.playback.x) % period);
        text += fmt::format("{:x}.{:x}.{:x}.{:x}", phases.a, phases.b, phases.way, ticks);
        if (modeOf(unit) != PH_FADE_EVENT) continue;
        text += fmt::format(".{:x}.{:x}.{:x}.{:x}.{:x}", unit.fade.z - now, unit.fade.w, unit.playback.y,
                            unit.playback.z, unit.playback.w);
    }
    return text;
}

bool isMoment(std::string_view text) {
    while (const auto word = takeWord(text)) {
        if (!parseUnit(*word)) return false;
    }
    return true;
}

bool takeMoment(std::string_view text, Crowd& crowd, Ticks now) {
    assert(isMoment(text));
    std::vector<UnitMoment> moments;
    while (const auto word = takeWord(text)) moments.push_back(parseUnit(*word).value_or(UnitMoment{}));
    if (moments.size() != crowd.size()) return false;
    const auto tables = tablesOf(crowd);
    const layout::Schedule schedule = crowd.schedule(now);
    const std::vector<UnitInstance*> units = unitsOf(crowd);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const auto& table = tables[static_cast<std::size_t>(crowd.modelOf(u))];
        const bool fades = moments[u].fade && fits(*moments[u].fade, table);
        if (fades || (!moments[u].fade && modeOf(*units[u]) != PH_FADE_EVENT))
            setUnit(*units[u], table, moments[u], schedule, now);
    }
    crowd.wroteUnits();
    // Re-applying the edit registers the end of the crossfade with the crowd.
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        if (moments[u].fade) crowd.edit(u, crowd.editOf(u), now);
    }
    return true;
}

}  // namespace phalanx
