#include "app/army_loader.h"

#include <chrono>
#include <utility>

namespace phalanx {

ArmyLoader::ArmyLoader(ArmyOptions options) : options_(std::move(options)) {
    options_.progress = [this](float share) { progress_ = share; };
    options_.stage = [this](const std::string& text) {
        const std::lock_guard lock(stage_mutex_);
        stage_ = text;
    };
    options_.cancelled = [this] { return cancelled_.load(); };
    result_ = std::async(std::launch::async, [this] { return loadModels(options_); });
}

ArmyLoader::~ArmyLoader() {
    cancelled_ = true;
    if (result_.valid()) result_.wait();
}

std::string ArmyLoader::stage() const {
    const std::lock_guard lock(stage_mutex_);
    return stage_;
}

bool ArmyLoader::ready() const {
    return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace phalanx
