// Plays what `phalanx export` wrote, in HLSL: for a vertex shader of Unity (URP, HDRP or built-in) or of any Direct3D
// program. Encodings rgba32f and rgba16f. See docs/export.md for the whole set-up; in short, for Unity:
//
//   1. Texture: new Texture2D(width, height, TextureFormat.RGBAFloat or RGBAHalf, false, true), with the numbers of
//      "texture" in animation.json; LoadRawTextureData(bytes of animation.bin); filterMode Point; Apply().
//   2. Mesh: import model.glb; its vertices need the joints (JOINTS_0) and weights (WEIGHTS_0) as two further texture
//      coordinates, since Unity does not give a shader the weights of a skinned mesh: mesh.SetUVs(1, joints), SetUVs(2, weights).
//      Importers of glTF for Unity mirror X: undo it in the positions and normals that are given here, or mirror the result.
//   3. Draw: Graphics.RenderMeshInstanced or RenderMeshIndirect, with the values of a unit as instanced properties.
#ifndef PHALANX_CROWD_INCLUDED
#define PHALANX_CROWD_INCLUDED

Texture2D<float4> _PhalanxAnimation;  // animation.bin
int _PhalanxJoints;                   // layout.joints
int _PhalanxEntriesPerRow;            // layout.entries_per_row
float3 _PhalanxBindCenter;            // decoding.bind_center; 0 with rgba32f
float3 _PhalanxModelCenter;           // decoding.model_center

// The matrix of one joint in one frame: three texels, which are the rows of a 3x4 matrix.
float3x4 PhalanxEntry(int frame, int joint)
{
    int number = frame * _PhalanxJoints + joint;          // entries are numbered frame by frame
    int x = 3 * (number % _PhalanxEntriesPerRow);         // an entry has three texels
    int y = number / _PhalanxEntriesPerRow;               // row 0 is the first of the file
    return float3x4(_PhalanxAnimation.Load(int3(x, y, 0)), _PhalanxAnimation.Load(int3(x + 1, y, 0)),
                    _PhalanxAnimation.Load(int3(x + 2, y, 0)));
}

// Where a clip is now: the frame before this moment, and the position between it and the next one.
struct PhalanxMoment
{
    int frame;
    float within;  // 0..1
};

// clip: first_frame, intervals, seconds, 1 if it loops, as in "clips" of animation.json. seconds: since its start.
PhalanxMoment PhalanxMomentOf(float4 clip, float seconds)
{
    float cycles = clip.z > 0.0 ? seconds / clip.z : 0.0;             // a clip of 0 s is one pose
    float phase = clip.w > 0.5 ? frac(cycles) : saturate(cycles);     // a clip that does not loop holds its end
    float at = phase * clip.y;
    float before = min(floor(at), clip.y - 1.0);                      // so that there is always a next frame
    PhalanxMoment moment;
    moment.frame = (int)(clip.x + before);
    moment.within = at - before;
    return moment;
}

// The matrix of one joint in a clip: a blend of two frames, component by component.
float3x4 PhalanxJoint(PhalanxMoment moment, int joint)
{
    return PhalanxEntry(moment.frame, joint) * (1.0 - moment.within) + PhalanxEntry(moment.frame + 1, joint) * moment.within;
}

// Poses a vertex of model.glb. clip_a, clip_b: as for PhalanxMomentOf(); weight_of_b: 0..1. Position in and out: bind space,
// and model space in metres, Y up, right-handed.
void PhalanxPose(float4 clip_a, float4 clip_b, float weight_of_b, float seconds, float4 joints, float4 weights,
                 inout float3 position, inout float3 normal)
{
    PhalanxMoment a = PhalanxMomentOf(clip_a, seconds);
    PhalanxMoment b = PhalanxMomentOf(clip_b, seconds);

    // Linear blend skinning: the sum of four joints' matrices by their weights.
    float3x4 rows = (float3x4)0.0;
    [unroll] for (int k = 0; k < 4; ++k)
    {
        int joint = (int)joints[k];
        float3x4 pose = PhalanxJoint(a, joint);
        if (weight_of_b > 0.0) pose = pose * (1.0 - weight_of_b) + PhalanxJoint(b, joint) * weight_of_b;
        rows += pose * weights[k];
    }

    // A row of a float3x4 is rows[i], so the matrix is on the left. The result is in metres.
    position = mul(rows, float4(position - _PhalanxBindCenter, 1.0)) + _PhalanxModelCenter;

    // Normals take the cofactors of the 3x3 part: right also where a joint is scaled unevenly.
    float3 yz = cross(rows[1].xyz, rows[2].xyz);
    float3 zx = cross(rows[2].xyz, rows[0].xyz);
    float3 xy = cross(rows[0].xyz, rows[1].xyz);
    float3 n = float3(dot(yz, normal), dot(zx, normal), dot(xy, normal));
    if (dot(rows[0].xyz, yz) < 0.0) n = -n;  // a joint that mirrors
    normal = normalize(n);
}

#endif
