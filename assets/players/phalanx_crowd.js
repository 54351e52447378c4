// Plays what `phalanx export` wrote, with three.js (WebGL 2): a crowd in one instanced draw per material. Each vertex reads
// the matrices of its four joints from the baked texture; per frame only the time is set. Encodings rgba32f and rgba16f.
//
//   import { loadCrowd } from "./phalanx_crowd.js";
//   const crowd = await loadCrowd("./", [{ x: 0, z: 0, clip: "Walk" }, { x: 1.5, z: 0, clip: "Walk", to: "Run", weight: 0.5 }]);
//   scene.add(crowd.object);
//   crowd.setTime(seconds);  // before each frame
//
// The colours that the shader writes are sRGB: render to the canvas without tone mapping of three's own.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const vertexShader = `
precision highp float;
precision highp int;
precision highp sampler2D;

// Of the mesh, model.glb. Positions and normals are in bind space, in the units of the file.
in vec3 position;
in vec3 normal;
in vec2 uv;
in vec4 skinIndex;   // JOINTS_0: numbers of joints, as in the texture
in vec4 skinWeight;  // WEIGHTS_0: sum 1, the largest first

// Of the unit: one value per instance.
in vec4 a_place;  // x, y, z in metres; direction that it faces, radians: 0 is +Z, PI/2 is +X
in vec4 a_play;   // clip A, clip B, weight of clip B (0..1), seconds by which it is ahead

uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform mat4 modelMatrix;

uniform sampler2D u_animation;  // animation.bin
uniform int u_joints;           // entries per frame
uniform int u_entries_per_row;
uniform vec3 u_bind_center;     // "decoding"; both are 0 with rgba32f
uniform vec3 u_model_center;
uniform vec4 u_clips[CLIPS];    // first frame, intervals, seconds, 1 if it loops
uniform float u_time;           // seconds

out vec3 v_world;
out vec3 v_normal;
out vec2 v_uv;
out float v_height;  // above the unit's place

// The matrix of one joint in one frame: three texels, which are the rows of a 3x4 matrix.
mat3x4 entry(int frame, int joint) {
    int number = frame * u_joints + joint;             // entries are numbered frame by frame
    int x = 3 * (number % u_entries_per_row);          // an entry has three texels
    int y = number / u_entries_per_row;
    return mat3x4(texelFetch(u_animation, ivec2(x, y), 0), texelFetch(u_animation, ivec2(x + 1, y), 0),
                  texelFetch(u_animation, ivec2(x + 2, y), 0));
}

// Where a clip is now: the frame before this moment, and the position between it and the next one.
struct Moment {
    int frame;
    float within;  // 0..1
};

Moment momentOf(vec4 clip, float seconds) {
    float cycles = clip.z > 0.0 ? seconds / clip.z : 0.0;               // a clip of 0 s is one pose
    float phase = clip.w > 0.5 ? fract(cycles) : clamp(cycles, 0.0, 1.0);  // a clip that does not loop holds its end
    float at = phase * clip.y;
    float before = min(floor(at), clip.y - 1.0);                        // so that there is always a next frame
    return Moment(int(clip.x + before), at - before);
}

// The matrix of one joint in a clip: a blend of two frames, component by component.
mat3x4 jointInClip(Moment moment, int joint) {
    return entry(moment.frame, joint) * (1.0 - moment.within) + entry(moment.frame + 1, joint) * moment.within;
}

void main() {
    float seconds = u_time + a_play.w;
    Moment a = momentOf(u_clips[int(a_play.x)], seconds);
    Moment b = momentOf(u_clips[int(a_play.y)], seconds);

    // Linear blend skinning: the sum of four joints' matrices by their weights.
    mat3x4 rows = mat3x4(0.0);
    for (int k = 0; k < 4; ++k) {
        if (skinWeight[k] == 0.0) continue;
        int joint = int(skinIndex[k]);
        mat3x4 matrix = jointInClip(a, joint);
        if (a_play.z > 0.0) matrix = matrix * (1.0 - a_play.z) + jointInClip(b, joint) * a_play.z;
        rows += matrix * skinWeight[k];
    }

    // The columns of this mat3x4 are rows, so the vector is on the left. The result is in metres.
    vec3 p = vec4(position - u_bind_center, 1.0) * rows + u_model_center;

    // Normals take the cofactors of the 3x3 part: right also where a joint is scaled unevenly.
    vec3 yz = cross(rows[1].xyz, rows[2].xyz);
    vec3 zx = cross(rows[2].xyz, rows[0].xyz);
    vec3 xy = cross(rows[0].xyz, rows[1].xyz);
    vec3 n = vec3(dot(yz, normal), dot(zx, normal), dot(xy, normal));
    if (dot(rows[0].xyz, yz) < 0.0) n = -n;  // a joint that mirrors

    // The unit's turn about Y, and its place.
    float s = sin(a_place.w);
    float c = cos(a_place.w);
    vec3 world = vec3(c * p.x + s * p.z, p.y, c * p.z - s * p.x) + a_place.xyz;
    v_world = (modelMatrix * vec4(world, 1.0)).xyz;
    v_normal = mat3(modelMatrix) * vec3(c * n.x + s * n.z, n.y, c * n.z - s * n.x);
    v_height = p.y;
    v_uv = uv;
    gl_Position = projectionMatrix * viewMatrix * vec4(v_world, 1.0);
}`;

const fragmentShader = `
precision highp float;

in vec3 v_world;
in vec3 v_normal;
in vec2 v_uv;
in float v_height;

uniform vec3 cameraPosition;
uniform sampler2D u_map;      // sRGB texture: sampling returns linear colour
uniform vec4 u_color;         // linear
uniform float u_alpha_cutoff; // 0: opaque
uniform vec3 u_to_sun;        // unit length

out vec4 o_color;

// The light of Phalanx's own late afternoon, linear.
const vec3 kSun = vec3(3.30, 2.85, 2.25);
const vec3 kSky = vec3(0.268, 0.372, 0.572);
const vec3 kHorizon = vec3(0.52, 0.60, 0.68);
const vec3 kGround = vec3(0.15, 0.125, 0.085);

// A film-like curve, then sRGB.
vec3 displayed(vec3 x) {
    x *= 0.92;  // exposure
    vec3 toe = x * x / (x + 0.06);
    vec3 c = clamp(toe * (1.0 + toe / 16.0) / (1.0 + toe) * 1.22, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
    vec4 base = texture(u_map, v_uv) * u_color;
    if (u_alpha_cutoff > 0.0 && base.a < u_alpha_cutoff) discard;
    vec3 n = normalize(v_normal);
    vec3 to_eye = normalize(cameraPosition - v_world);
    float sun = max(dot(n, u_to_sun), 0.0);
    float open_sky = 0.55 + 0.45 * clamp(0.8 * v_height, 0.0, 1.0);  // near the ground less of the sky is visible
    vec3 light = kSun * sun + mix(kGround, kSky, 0.5 + 0.5 * n.y) * (0.85 * open_sky);
    float gloss = pow(max(dot(n, normalize(u_to_sun + to_eye)), 0.0), 24.0);
    float rim = pow(1.0 - clamp(dot(n, to_eye), 0.0, 1.0), 4.0);
    vec3 color = base.rgb * light + kSun * (0.10 * sun * gloss) + kHorizon * (0.12 * rim * open_sky);
    o_color = vec4(displayed(color), 1.0);
}`;

// The baked texture, as animation.json describes it.
function animationTexture({ width, height, encoding }, bytes) {
  const kinds = {
    rgba32f: [THREE.FloatType, Float32Array, "RGBA32F"],
    rgba16f: [THREE.HalfFloatType, Uint16Array, "RGBA16F"],
  };
  if (!(encoding in kinds)) throw new Error(`this player reads rgba32f and rgba16f, not ${encoding}`);
  const [type, Numbers, format] = kinds[encoding];
  const texture = new THREE.DataTexture(new Numbers(bytes), width, height, THREE.RGBAFormat, type);
  texture.internalFormat = format;
  texture.minFilter = texture.magFilter = THREE.NearestFilter;  // it is fetched texel by texel
  texture.needsUpdate = true;
  return texture;
}

// One value per unit.
function instanced(units, size, valuesOf) {
  return new THREE.InstancedBufferAttribute(new Float32Array(units.flatMap(valuesOf)), size);
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

// folder: the address of the exported files, with "/" at the end.
// units: { x, y, z: metres, facing: radians, clip, to: names of clips A and B, weight: of B, offset: seconds }, all optional.
// variant: the name of one of the model's variants, which all of these units show; the first one if it is not given.
// Returns { object, setTime(seconds), animation }; animation: the content of animation.json.
export async function loadCrowd(folder, units, variant) {
  const animation = JSON.parse(new TextDecoder().decode(await fetched(`${folder}animation.json`)));
  const [bytes, model] = await Promise.all([
    fetched(folder + animation.texture.file),
    fetched(folder + animation.model.file).then((file) => new GLTFLoader().parseAsync(file, folder)),
  ]);
  const clipNumber = (name) => {
    const number = name === undefined ? 0 : animation.clips.findIndex((clip) => clip.name === name);
    if (number < 0) throw new Error(`no clip is called ${name}`);
    return number;
  };
  const place = instanced(units, 4, ({ x = 0, y = 0, z = 0, facing = 0 }) => [x, y, z, facing]);
  const play = instanced(units, 4, ({ clip, to = clip, weight = 0, offset = 0 }) =>
    [clipNumber(clip), clipNumber(to), weight, offset]);
  const time = { value: 0 };
  const shared = {
    u_animation: { value: animationTexture(animation.texture, bytes) },
    u_joints: { value: animation.layout.joints },
    u_entries_per_row: { value: animation.layout.entries_per_row },
    u_bind_center: { value: new THREE.Vector3(...animation.decoding.bind_center) },
    u_model_center: { value: new THREE.Vector3(...animation.decoding.model_center) },
    u_clips: {
      value: animation.clips.map((clip) =>
        new THREE.Vector4(clip.first_frame, clip.intervals, clip.seconds, clip.loops ? 1 : 0)),
    },
    u_to_sun: { value: new THREE.Vector3(-0.45239, 0.58779, 0.67070) },
    u_time: time,
  };
  const white = new THREE.DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
  white.needsUpdate = true;
  const { variants } = animation.model;
  const { parts } = variants.find(({ name }) => name === variant) ?? variants[0];
  const object = new THREE.Group();
  model.scene.traverse((part) => {
    if (!part.isMesh || !parts.includes(part.userData.phalanx_part)) return;
    // The part's own vertices and triangles, with the units beside them.
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setIndex(part.geometry.index);
    for (const name of ["position", "normal", "uv", "skinIndex", "skinWeight"]) {
      geometry.setAttribute(name, part.geometry.getAttribute(name));
    }
    geometry.setAttribute("a_place", place);
    geometry.setAttribute("a_play", play);
    geometry.instanceCount = units.length;
    const { map, color, opacity, alphaTest, side } = part.material;
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      defines: { CLIPS: animation.clips.length },
      vertexShader,
      fragmentShader,
      side: animation.model.cull_back_faces ? side : THREE.DoubleSide,
      uniforms: {
        ...shared,
        u_map: { value: map ?? white },
        u_color: { value: new THREE.Vector4(color.r, color.g, color.b, opacity) },
        u_alpha_cutoff: { value: alphaTest },
      },
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.name = part.name;
    mesh.frustumCulled = false;  // three knows only the bind pose of one unit
    object.add(mesh);
  });
  return { object, animation, setTime: (seconds) => { time.value = seconds; } };
}
