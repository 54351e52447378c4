// The technique of Phalanx in one file: a crowd of animated, crossfading figures in ONE draw call.
//
//   1. Load    a rigged model with Assimp: vertices that name up to four joints, and clips made of keys.
//   2. Bake    the matrix of every joint in every frame of two clips into one float texture.
//   3. Draw    all units with one glDrawElementsInstanced. Per frame the CPU sends a clock and a camera,
//   nothing else.
//
// minimal.vert is the other half. README.md lists what is left out on purpose.
// The idea: B. Dudash, "Animated Crowd Rendering", GPU Gems 3, chapter 2 (2007).
#include <glad/gl.h>  // before GLFW, which would bring the system's own GL header
//
#include <GLFW/glfw3.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

[[noreturn]] void die(const std::string& why) {
    std::fprintf(stderr, "minimal: %s\n", why.c_str());
    std::exit(1);
}

// ---- 1. Load ----

struct Vertex {
    aiVector3D position, normal, uv;
    unsigned joints[4] = {};  // the entries of the animation texture that move this vertex
    float weights[4] = {};
};

struct Joint {
    const aiNode* node;
    aiMatrix4x4 node_from_mesh;
};

struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<unsigned> indices;
    std::vector<Joint> joints;
};

// Puts all meshes from `node` down into one pair of buffers, because one draw call is the aim.
void collect(const aiScene& scene, const aiNode& node, const std::string& hidden, Mesh& out) {
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        if (hidden.find(node.mName.C_Str()) != std::string::npos) continue;
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
        const auto first = static_cast<unsigned>(out.vertices.size());
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D uv = mesh.HasTextureCoords(0) ? mesh.mTextureCoords[0][v] : aiVector3D();
            out.vertices.push_back({mesh.mVertices[v], mesh.mNormals[v], uv});
        }
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            if (mesh.mFaces[f].mNumIndices != 3) continue;  // points and lines
            for (unsigned k = 0; k < 3; ++k) out.indices.push_back(first + mesh.mFaces[f].mIndices[k]);
        }
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                Vertex& vertex = out.vertices[first + bone.mWeights[w].mVertexId];
                int slot =
                    0;  // Assimp was told to leave at most four weights a vertex, and makes them sum to 1
                while (slot < 3 && vertex.weights[slot] > 0.0F) ++slot;
                vertex.joints[slot] = static_cast<unsigned>(out.joints.size());
                vertex.weights[slot] = bone.mWeights[w].mWeight;
            }
            out.joints.push_back({scene.mRootNode->FindNode(bone.mName), bone.mOffsetMatrix});
        }
        // A vertex that no bone moves, a sword's for instance, is rigid: it moves with the mesh's own node.
        for (unsigned v = first; v < out.vertices.size(); ++v) {
            if (out.vertices[v].weights[0] > 0.0F) continue;
            out.vertices[v].joints[0] = static_cast<unsigned>(out.joints.size());
            out.vertices[v].weights[0] = 1.0F;
        }
        out.joints.push_back({&node, aiMatrix4x4()});
    }
    for (unsigned c = 0; c < node.mNumChildren; ++c) collect(scene, *node.mChildren[c], hidden, out);
}

// ---- 2. Bake ----

aiVector3D between(const aiVector3D& a, const aiVector3D& b, float t) {
    return a + (b - a) * t;
}

aiQuaternion between(const aiQuaternion& a, const aiQuaternion& b, float t) {
    aiQuaternion turned;
    aiQuaternion::Interpolate(turned, a, b, t);
    return turned;
}

// The value that a list of keys has at `ticks`.
template <typename Key>
auto sample(const Key* keys, unsigned count, double ticks) {
    unsigned next = 0;
    while (next < count && keys[next].mTime <= ticks) ++next;
    const Key& a = keys[next > 0 ? next - 1 : 0];
    const Key& b = keys[next < count ? next : count - 1];
    const double gap = b.mTime - a.mTime;
    return between(a.mValue, b.mValue, gap > 0.0 ? static_cast<float>((ticks - a.mTime) / gap) : 0.0F);
}

using Channels = std::map<std::string, const aiNodeAnim*>;
using Pose = std::map<const aiNode*, aiMatrix4x4>;  // model_from_node

// Walks down the tree: a node's matrix is its parent's times its own translation, rotation and scale.
void poseTree(const aiNode& node, const aiMatrix4x4& parent, const Channels& channels, double ticks,
              Pose& out) {
    aiMatrix4x4 own = node.mTransformation;
    if (const auto found = channels.find(node.mName.C_Str()); found != channels.end()) {
        const aiNodeAnim& keys = *found->second;
        const aiQuaternion rotation = sample(keys.mRotationKeys, keys.mNumRotationKeys, ticks);
        aiMatrix4x4 t, s;
        aiMatrix4x4::Translation(sample(keys.mPositionKeys, keys.mNumPositionKeys, ticks), t);
        aiMatrix4x4::Scaling(sample(keys.mScalingKeys, keys.mNumScalingKeys, ticks), s);
        own = t * aiMatrix4x4(rotation.GetMatrix()) * s;
    }
    out[&node] = parent * own;
    for (unsigned c = 0; c < node.mNumChildren; ++c)
        poseTree(*node.mChildren[c], out[&node], channels, ticks, out);
}

struct BakedClip {
    int first_frame, intervals;
    double duration_s;
};

// Appends one clip at 30 frames a second: one texture row a frame, and in it three texels a joint, the rows
// of a 3x4 matrix. The last frame closes the loop, so that the shader can always read `frame + 1`.
BakedClip bake(const aiScene& scene, const aiAnimation& clip, const Mesh& mesh, std::vector<float>& texels) {
    const double duration_s = clip.mDuration / clip.mTicksPerSecond;
    const int intervals = std::max(1, static_cast<int>(std::lround(duration_s * 30.0)));
    const int first_frame = static_cast<int>(texels.size() / (mesh.joints.size() * 12));
    Channels channels;
    for (unsigned c = 0; c < clip.mNumChannels; ++c) {
        channels[clip.mChannels[c]->mNodeName.C_Str()] = clip.mChannels[c];
    }
    for (int frame = 0; frame <= intervals; ++frame) {
        Pose model_from_node;
        poseTree(*scene.mRootNode, aiMatrix4x4(), channels, clip.mDuration * frame / intervals,
                 model_from_node);
        for (const Joint& joint : mesh.joints) {
            const aiMatrix4x4 model_from_mesh = model_from_node[joint.node] * joint.node_from_mesh;
            texels.insert(texels.end(), &model_from_mesh.a1, &model_from_mesh.a1 + 12);  // Assimp stores rows
        }
    }
    return {first_frame, intervals, duration_s};
}

// The first clip whose name holds `word`, else the first of all.
const aiAnimation& findClip(const aiScene& scene, std::string_view word) {
    for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
        const std::string_view name = scene.mAnimations[i]->mName.C_Str();
        if (name.find(word) != std::string_view::npos) return *scene.mAnimations[i];
    }
    return *scene.mAnimations[0];
}

// ---- 3. Draw ----

struct Unit {
    glm::vec3 place;  // x and z on the ground in metres, heading in radians
    glm::vec3 play;   // phase of the cycle at time 0, speed, and where the crossfade stands at time 0
};

GLuint compile(GLenum stage, const std::string& path) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const char* source = text.c_str();
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == 0) die(path + ": " + log);
    return shader;
}

void newBuffer(GLenum target, std::size_t bytes, const void* data) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(bytes), data, GL_STATIC_DRAW);
}

void attribute(GLuint location, int size, std::size_t stride, std::size_t offset, GLuint divisor = 0) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<void*>(offset));
    glVertexAttribDivisor(location, divisor);  // 1: the attribute steps once a unit instead of once a vertex
}

// A texture that only texelFetch reads needs no mipmaps and no filter.
void newTexture(int unit, GLint format, int width, int height, GLenum type, const void* pixels) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_RGBA, type, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

// The first picture inside the model's file; white where there is none.
void uploadPicture(const aiScene& scene) {
    unsigned char white[4] = {255, 255, 255, 255};
    unsigned char* pixels = nullptr;
    int width = 1, height = 1;
    if (scene.mNumTextures > 0) {  // mWidth bytes of a PNG or JPEG
        const aiTexture& file = *scene.mTextures[0];
        pixels = stbi_load_from_memory(reinterpret_cast<unsigned char*>(file.pcData),
                                       static_cast<int>(file.mWidth), &width, &height, nullptr, 4);
    }
    newTexture(1, GL_SRGB8_ALPHA8, width, height, GL_UNSIGNED_BYTE, pixels != nullptr ? pixels : white);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
    stbi_image_free(pixels);
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, std::string> options{{"--model", DATA_DIR "/assets/soldier.glb"},
                                               {"--hide", "beret medic officer"},
                                               {"--units", "400"},
                                               {"--frames", "0"},
                                               {"--png", ""}};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || options.count(argv[i]) == 0) {
            die("usage: minimal [--model FILE] [--hide PARTS] [--units N] [--frames N] [--png FILE]");
        }
        options[argv[i]] = argv[i + 1];
    }
    const std::string &model = options["--model"], &picture = options["--png"];
    const int unit_count = std::atoi(options["--units"].c_str());
    const int frames = std::atoi(options["--frames"].c_str());  // 0: until the window is closed

    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(model, aiProcess_Triangulate | aiProcess_GenSmoothNormals |
                                                        aiProcess_LimitBoneWeights | aiProcess_FlipUVs);
    if (scene == nullptr) die(importer.GetErrorString());
    if (scene->mNumAnimations == 0) die(model + ": has no clips");
    Mesh mesh;
    collect(*scene, *scene->mRootNode, options["--hide"], mesh);
    std::vector<float> texels;
    const BakedClip walk = bake(*scene, findClip(*scene, "Walk"), mesh, texels);
    const BakedClip run = bake(*scene, findClip(*scene, "Run"), mesh, texels);

    if (glfwInit() == GLFW_FALSE) die("GLFW finds no display");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, 4);
    glfwWindowHint(GLFW_VISIBLE, picture.empty() ? GLFW_TRUE : GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(1280, 720, "One draw call", nullptr, nullptr);
    if (window == nullptr) die("no window with OpenGL 3.3");
    glfwMakeContextCurrent(window);
    if (gladLoadGL(glfwGetProcAddress) == 0) die("OpenGL cannot be loaded");

    const GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, SHADER_DIR "/minimal.vert"));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, SHADER_DIR "/minimal.frag"));
    glLinkProgram(program);
    glUseProgram(program);
    const auto uniform = [&](const char* name) { return glGetUniformLocation(program, name); };

    const int width = static_cast<int>(mesh.joints.size() * 3);
    const int height = static_cast<int>(texels.size()) / width / 4;
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (width > limit || height > limit) die(model + ": the animation is larger than one texture can be");
    newTexture(0, GL_RGBA32F, width, height, GL_FLOAT, texels.data());
    uploadPicture(*scene);
    glUniform1i(uniform("u_animation"), 0);
    glUniform1i(uniform("u_picture"), 1);
    glUniform2i(uniform("u_walk"), walk.first_frame, walk.intervals);
    glUniform2i(uniform("u_run"), run.first_frame, run.intervals);
    // Both clips run on one cycle, so that the left foot falls with the left foot while they crossfade.
    glUniform1f(uniform("u_cycle"), static_cast<float>(0.5 * (walk.duration_s + run.duration_s)));

    GLuint vertex_array = 0;
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    newBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.size() * sizeof(unsigned), mesh.indices.data());
    newBuffer(GL_ARRAY_BUFFER, mesh.vertices.size() * sizeof(Vertex), mesh.vertices.data());
    attribute(0, 3, sizeof(Vertex), offsetof(Vertex, position));
    attribute(1, 3, sizeof(Vertex), offsetof(Vertex, normal));
    attribute(2, 2, sizeof(Vertex), offsetof(Vertex, uv));
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(3, 4, GL_UNSIGNED_INT, sizeof(Vertex),
                           reinterpret_cast<void*>(offsetof(Vertex, joints)));
    attribute(4, 4, sizeof(Vertex), offsetof(Vertex, weights));

    std::mt19937 random(1);  // a fixed seed: the same arguments, the same picture
    std::uniform_real_distribution<float> share(0.0F, 1.0F);
    const int columns = std::max(1, static_cast<int>(std::sqrt(unit_count)));
    std::vector<Unit> units;
    for (int i = 0; i < unit_count; ++i) {
        const glm::vec2 place = glm::vec2(i % columns - columns / 2, -i / columns) * 1.5F;
        units.push_back({glm::vec3(place, 0.3F * (share(random) - 0.5F)),
                         glm::vec3(share(random), 0.9F + 0.2F * share(random), share(random))});
    }
    newBuffer(GL_ARRAY_BUFFER, units.size() * sizeof(Unit), units.data());
    attribute(5, 3, sizeof(Unit), offsetof(Unit, place), 1);
    attribute(6, 3, sizeof(Unit), offsetof(Unit, play), 1);

    glEnable(GL_DEPTH_TEST);
    glClearColor(0.62F, 0.70F, 0.78F, 1.0F);
    glfwSetTime(0.0);
    int frame = picture.empty() ? 0 : std::max(0, frames - 1);  // a picture needs the last frame only
    for (; glfwWindowShouldClose(window) == 0 && (frames == 0 || frame < frames); ++frame) {
        const double time_s = frames > 0 ? (frame + 1) / 60.0 : glfwGetTime();
        const float angle = 0.5F + 0.1F * static_cast<float>(time_s);
        const glm::vec3 eye(6.0F * std::sin(angle), 2.6F, 6.0F * std::cos(angle));
        int pixels_x = 0, pixels_y = 0;
        glfwGetFramebufferSize(window, &pixels_x, &pixels_y);
        const float aspect = static_cast<float>(pixels_x) / static_cast<float>(std::max(pixels_y, 1));
        const glm::mat4 clip_from_world =
            glm::perspective(0.8F, aspect, 0.1F, 300.0F) *
            glm::lookAt(eye, glm::vec3(0.0F, 0.9F, -2.0F), glm::vec3(0.0F, 1.0F, 0.0F));
        glViewport(0, 0, pixels_x, pixels_y);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glUniform1f(uniform("u_time"), static_cast<float>(time_s));
        glUniform3fv(uniform("u_eye"), 1, &eye.x);
        glUniformMatrix4fv(uniform("u_clip_from_world"), 1, GL_FALSE, &clip_from_world[0][0]);
        glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(mesh.indices.size()), GL_UNSIGNED_INT,
                                nullptr, unit_count);

        if (!picture.empty() && frame + 1 == frames) {
            std::vector<unsigned char> rgb(static_cast<std::size_t>(pixels_x * pixels_y * 3));
            glPixelStorei(GL_PACK_ALIGNMENT, 1);
            glReadPixels(0, 0, pixels_x, pixels_y, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
            stbi_flip_vertically_on_write(1);
            if (stbi_write_png(picture.c_str(), pixels_x, pixels_y, 3, rgb.data(), pixels_x * 3) == 0)
                die(picture + ": cannot be written");
        }
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    glfwTerminate();
    return 0;
}
