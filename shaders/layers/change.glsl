// What has passed of a record's change at the current time.
uniform BUFFER_USAMPLER u_records;

struct Change {
    float share;  // of what is wanted, 0..1
    uint step;    // common phase of the samples in step, cycles * 2^32
};

// record: its first texel.
Change changeOf(int record) {
    uvec4 head = fetchBuffer(u_records, record);
    uvec4 step = fetchBuffer(u_records, record + 3);
    uint ticks = ticksSince(u_clock.x, head.x);
    FadeState fade = eventFade(ticks, ticksSince(u_clock.x, head.z), head.w);
    return Change(fade.weight, step.x + advanceInStep(step.y, step.z, ticks, fade));
}
