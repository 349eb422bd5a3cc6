// How pictures look, from the Go package that draws them: go test ./internal/insight/draw -run PagesLookAlike -update.

export const layers = [
  "walls",
  "paths",
  "places",
  "items",
  "buildings",
  "dead",
  "bodies",
  "vitals",
  "marks",
  "rings",
  "speech"
] as const;

export const dark = {
  "body": "#6fb1ffff",
  "border": "#33435eff",
  "dim": "#9aa8bdff",
  "field": "#121a28ff",
  "fire": "#ff8a3cff",
  "focus": "#3df08aff",
  "grid": "#1c2739ff",
  "hurt": "#ff5a5aff",
  "ink": "#eef2f8ff",
  "item": "#e8c56aff",
  "mark": "#ffb42eff",
  "night": "#0508148c",
  "page": "#0b1019ff",
  "place": "#8b9cb8ff",
  "wall": "#3d4a60ff",
  "wallEdge": "#5c6d8aff",
  "well": "#6fdc8cff"
};

export const light: typeof dark = {
  "body": "#2466b8ff",
  "border": "#9aa8bdff",
  "dim": "#48556bff",
  "field": "#e9edf3ff",
  "fire": "#d85a10ff",
  "focus": "#00753aff",
  "grid": "#d9dfe8ff",
  "hurt": "#c81e1eff",
  "ink": "#121a28ff",
  "item": "#967010ff",
  "mark": "#6e3e00ff",
  "night": "#2a345848",
  "page": "#f6f8fbff",
  "place": "#5a6a85ff",
  "wall": "#b4bfcfff",
  "wallEdge": "#7d8ba1ff",
  "well": "#1c8a3cff"
};

/** The lumas of colours on a light ground: see turned. */
export const luma = {
  "brightest": 118,
  "from": 160,
  "least": 12
};

/** The outlines of buildings: polygons with so many corners, discs for 0. */
export const figures: Record<string, { corners: number; reach: number; mark: string }> = {
  "building": {
    "corners": 4,
    "mark": "none",
    "reach": 1.15
  },
  "cannon": {
    "corners": 3,
    "mark": "dot",
    "reach": 1.25
  },
  "core": {
    "corners": 6,
    "mark": "ring",
    "reach": 1.15
  },
  "gun": {
    "corners": 3,
    "mark": "none",
    "reach": 1.25
  },
  "healer": {
    "corners": 4,
    "mark": "plus",
    "reach": 1.15
  },
  "mine": {
    "corners": 8,
    "mark": "dot",
    "reach": 1
  },
  "shop": {
    "corners": 4,
    "mark": "bars",
    "reach": 1.15
  },
  "spawn": {
    "corners": 0,
    "mark": "ring",
    "reach": 0.9
  },
  "spikes": {
    "corners": 5,
    "mark": "none",
    "reach": 1.05
  },
  "trap": {
    "corners": 5,
    "mark": "dot",
    "reach": 1.05
  },
  "wall": {
    "corners": 8,
    "mark": "bars",
    "reach": 1
  }
};

export const dart: [number, number][] = [
  [
    0.9,
    0
  ],
  [
    -0.72,
    0.6
  ],
  [
    -0.4,
    0
  ],
  [
    -0.72,
    -0.6
  ]
];
