// Drops files on a window, as a file manager does: `drop_files WINDOW X Y FILE...`, WINDOW as xdotool prints
// it, X and Y in its coordinates. Speaks the source's part of XDND, version 5:
// https://freedesktop.org/wiki/Specifications/XDND Exit code 0: the window took the files; 1: it did not, and
// stderr says at which step; 2: usage.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(60);
constexpr long kVersion = 5;

// RFC 8089, with all but the plainest characters written as %XX.
std::string uriOf(const std::string& file) {
    std::string uri = "file://";
    for (const char c : std::filesystem::absolute(file).string()) {
        constexpr std::string_view kPlain = "/._-";
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                           kPlain.find(c) != std::string_view::npos;
        if (plain) {
            uri += c;
        } else {
            char code[4];
            std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
            uri += code;
        }
    }
    return uri + "\r\n";
}

class Source {
  public:
    Source(Window target, std::string uris) : target_(target), uris_(std::move(uris)) {
        if (display_ == nullptr) throw std::runtime_error("there is no display");
        own_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
        XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
    }
    ~Source() {
        if (display_ != nullptr) XCloseDisplay(display_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    Source(Source&&) = delete;
    Source& operator=(Source&&) = delete;

    void drop(int x, int y) {
        if (!isAware()) throw std::runtime_error("the window takes no drops: it has no XdndAware");
        send("XdndEnter", kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0);
        int root_x = 0;
        int root_y = 0;
        Window child = 0;
        XTranslateCoordinates(display_, target_, DefaultRootWindow(display_), x, y, &root_x, &root_y, &child);
        send("XdndPosition", 0, static_cast<long>(root_x) << 16 | root_y, CurrentTime,
             static_cast<long>(atom("XdndActionCopy")));
        if ((await("XdndStatus").data.l[1] & 1) == 0) throw std::runtime_error("the window refuses the drop");
        send("XdndDrop", 0, CurrentTime, 0, 0);
        // GLFW answers with the length of what it took, where the specification has a flag in the lowest bit.
        if (await("XdndFinished").data.l[1] == 0) throw std::runtime_error("the window did not accept");
    }

  private:
    Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

    bool isAware() const {
        Atom type = 0;
        int format = 0;
        unsigned long count = 0;
        unsigned long rest = 0;
        unsigned char* data = nullptr;
        XGetWindowProperty(display_, target_, atom("XdndAware"), 0, 1, False, AnyPropertyType, &type, &format,
                           &count, &rest, &data);
        if (data != nullptr) XFree(data);
        return type != None && count == 1;
    }

    void send(const char* message, long l1, long l2, long l3, long l4) {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(message);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(own_);
        event.xclient.data.l[1] = l1;
        event.xclient.data.l[2] = l2;
        event.xclient.data.l[3] = l3;
        event.xclient.data.l[4] = l4;
        XSendEvent(display_, target_, False, NoEventMask, &event);
        XFlush(display_);
    }

    // The window's answer of that kind; until it comes, hands the files out to who asks for them.
    XClientMessageEvent await(const char* message) {
        const auto give_up = Clock::now() + kPatience;
        while (Clock::now() < give_up) {
            while (XPending(display_) > 0) {
                XEvent event;
                XNextEvent(display_, &event);
                if (event.type == SelectionRequest) answer(event.xselectionrequest);
                if (event.type == ClientMessage && event.xclient.message_type == atom(message))
                    return event.xclient;
            }
            pollfd connection{ConnectionNumber(display_), POLLIN, 0};
            poll(&connection, 1, 1000);
        }
        throw std::runtime_error(std::string("no ") + message + " came");
    }

    void answer(const XSelectionRequestEvent& request) {
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.time = request.time;
        event.xselection.property = None;
        if (request.target == atom("text/uri-list")) {
            XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                            reinterpret_cast<const unsigned char*>(uris_.data()),
                            static_cast<int>(uris_.size()));
            event.xselection.property = request.property;
        }
        XSendEvent(display_, request.requestor, False, NoEventMask, &event);
        XFlush(display_);
    }

    Display* display_ = XOpenDisplay(nullptr);
    Window target_;
    Window own_ = 0;
    std::string uris_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr, "usage: drop_files WINDOW X Y FILE...\n");
        return 2;
    }
    try {
        std::string uris;
        for (int i = 4; i < argc; ++i) uris += uriOf(argv[i]);
        Source(std::strtoul(argv[1], nullptr, 0), std::move(uris))
            .drop(std::atoi(argv[2]), std::atoi(argv[3]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "drop_files: %s\n", error.what());
        return 1;
    }
    return 0;
}
