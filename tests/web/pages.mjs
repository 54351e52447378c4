// Pages that several tests use, one after the other, since a page takes seconds to start in software.

// Few soldiers and few pixels, which take most of a frame's time in software, for tests of input and files.
export const small = {
  options: { units: 6, samples: 1, "no-shadows": "", "render-scale": 0.5, stand: "" },
  viewport: { width: 720, height: 400 },
};

// For images that are compared with the desktop's: low, and just wide enough not to be a phone's.
export const pictures = { options: { units: 6, "no-ui": "" }, viewport: { width: 704, height: 264 } };

// For tests of what is drawn.
// Wide enough for the panel to be shown.
export const large = { options: { units: 50 }, viewport: { width: 720, height: 405 } };
