// Where units lie in a texture of palettes or local poses, as src/render/poses/slots.h: 2^shift of them per row, `columns`
// texels each.
ivec2 slotPlace(uint slot, uint shift, int columns) {
    return ivec2(int(slot & ((1u << shift) - 1u)) * columns, int(slot >> shift));
}
