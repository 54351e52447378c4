// The technique of Phalanx in one file: a crowd of animated, crossfading figures in ONE draw call.
//
//   1. Load    a rigged model with Assimp: vertices with up to four joints each, and clips made of keys.
//   2. Bake    the skin matrix of every joint in every frame of two clips into one float texture.
//   3. Draw    all units with one glDrawElementsInstanced; per frame only the time and the camera are set.
//
// minimal.vert is the GPU part. README.md lists what is left out on purpose.
// The idea: B. Dudash, "Animated Crowd Rendering", GPU Gems 3, chapter 2 (2007).
#include <glad/gl.h>  // before GLFW, which would include the system's GL header
//
#include <GLFW/glfw3.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <assimp/Importer.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

[[noreturn]] void die(const std::string& why) {
    std::fprintf(stderr, "minimal: %s\n", why.c_str());
    std::exit(1);
}

// ---- 1. Load ----

struct Vertex {
    aiVector3D position, normal, uv;
    float joints[4] = {};  // indices of the joints that move this vertex
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

    // Adds a weight for the joint that will be appended next. aiProcess_LimitBoneWeights leaves at most four
    // joints per vertex.
    void addWeight(std::size_t vertex, float weight) {
        int slot = 0;
        while (slot < 3 && vertices[vertex].weights[slot] > 0.0F) ++slot;
        vertices[vertex].joints[slot] = static_cast<float>(joints.size());
        vertices[vertex].weights[slot] = weight;
    }
};

// Appends all meshes of `node` and its children to one pair of buffers, so that one draw call is enough.
void collect(const aiScene& scene, const aiNode& node, const std::string& hidden, Mesh& out) {
    const bool shown = hidden.find(node.mName.C_Str()) == std::string::npos;
    for (unsigned i = 0; shown && i < node.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
        const std::size_t first = out.vertices.size();
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D uv = mesh.HasTextureCoords(0) ? mesh.mTextureCoords[0][v] : aiVector3D();
            out.vertices.push_back({mesh.mVertices[v], mesh.mNormals[v], uv});
        }
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            for (unsigned k = 0; k < 3 && face.mNumIndices == 3; ++k)  // skips points and lines
                out.indices.push_back(static_cast<unsigned>(first) + face.mIndices[k]);
        }
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            for (unsigned w = 0; w < bone.mNumWeights; ++w)
                out.addWeight(first + bone.mWeights[w].mVertexId, bone.mWeights[w].mWeight);
            out.joints.push_back({scene.mRootNode->FindNode(bone.mName), bone.mOffsetMatrix});
        }
        // A vertex without bones, such as that of a sword, is rigid: it moves with the mesh's own node.
        for (std::size_t v = first; v < out.vertices.size(); ++v) {
            if (out.vertices[v].weights[0] == 0.0F) out.addWeight(v, 1.0F);
        }
        out.joints.push_back({&node, aiMatrix4x4()});
    }
    for (unsigned c = 0; c < node.mNumChildren; ++c) collect(scene, *node.mChildren[c], hidden, out);
}

// ---- 2. Bake ----

// The interpolated value of a list of keys at `ticks`.
template <typename Key>
auto sample(const Key* keys, unsigned count, double ticks) {
    unsigned next = 0;
    while (next < count && keys[next].mTime <= ticks) ++next;
    const Key& a = keys[next > 0 ? next - 1 : 0];
    const Key& b = keys[next < count ? next : count - 1];
    const double gap = b.mTime - a.mTime;
    auto value = a.mValue;
    if (gap > 0.0) Assimp::Interpolator<Key>()(value, a, b, static_cast<float>((ticks - a.mTime) / gap));
    return value;
}

using Pose = std::map<const aiNode*, aiMatrix4x4>;  // model_from_node

// Traverses the tree: a node's matrix is its parent's times its own translation, rotation and scale.
void poseTree(const aiNode& node, const aiMatrix4x4& parent, const aiAnimation& clip, double ticks,
              Pose& out) {
    aiMatrix4x4 own = node.mTransformation;
    for (unsigned c = 0; c < clip.mNumChannels; ++c) {
        const aiNodeAnim& keys = *clip.mChannels[c];
        if (keys.mNodeName != node.mName) continue;
        own = aiMatrix4x4(sample(keys.mScalingKeys, keys.mNumScalingKeys, ticks),
                          sample(keys.mRotationKeys, keys.mNumRotationKeys, ticks),
                          sample(keys.mPositionKeys, keys.mNumPositionKeys, ticks));
    }
    out[&node] = parent * own;
    for (unsigned c = 0; c < node.mNumChildren; ++c)
        poseTree(*node.mChildren[c], out[&node], clip, ticks, out);
}

struct BakedClip {
    int first_frame, intervals;  // u_walk or u_run of the shader
    double duration_s;
};

// Appends the first clip whose name contains `word`, or else the first clip, at 30 frames per second: one
// texture row per frame, with three texels per joint, the rows of a 3x4 matrix. The last frame closes the
// loop, so that `frame + 1` always exists.
BakedClip bake(const aiScene& scene, const std::string& word, const Mesh& mesh, std::vector<float>& texels) {
    const aiAnimation* clip = scene.mAnimations[0];
    for (unsigned i = scene.mNumAnimations; i-- > 0;) {
        const std::string name = scene.mAnimations[i]->mName.C_Str();
        if (name.find(word) != std::string::npos) clip = scene.mAnimations[i];
    }
    const double duration_s = clip->mDuration / clip->mTicksPerSecond;
    const int intervals = std::max(1, static_cast<int>(std::lround(duration_s * 30.0)));
    const int first_frame = static_cast<int>(texels.size() / (mesh.joints.size() * 12));
    for (int frame = 0; frame <= intervals; ++frame) {
        Pose model_from_node;
        poseTree(*scene.mRootNode, aiMatrix4x4(), *clip, clip->mDuration * frame / intervals,
                 model_from_node);
        for (const Joint& joint : mesh.joints) {
            const aiMatrix4x4 model_from_mesh = model_from_node[joint.node] * joint.node_from_mesh;
            texels.insert(texels.end(), &model_from_mesh.a1, &model_from_mesh.a1 + 12);  // Assimp stores rows
        }
    }
    return {first_frame, intervals, duration_s};
}

// ---- 3. Draw ----

struct Unit {
    glm::vec3 place;  // x and z in metres, heading in radians
    glm::vec3 play;   // phase of the cycle at time 0, speed, phase of the crossfade at time 0
};

void attachShader(GLuint program, GLenum stage, const std::string& path) {
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
    glAttachShader(program, shader);
}

template <typename Element>
void newBuffer(GLenum target, const std::vector<Element>& elements) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(elements.size() * sizeof(Element)), elements.data(),
                 GL_STATIC_DRAW);
}

// Consecutive float attributes in the bound buffer; `sizes` has the number of floats of each. Divisor 1: one
// value per unit instead of one per vertex.
void attributes(GLuint location, std::initializer_list<int> sizes, GLsizei stride, GLuint divisor) {
    std::size_t offset = 0;
    for (const int size : sizes) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, stride, reinterpret_cast<void*>(offset));
        glVertexAttribDivisor(location++, divisor);
        offset += static_cast<std::size_t>(size) * sizeof(float);
    }
}

void newTexture(GLenum unit, GLint format, int width, int height, GLenum type, const void* pixels,
                GLint filter) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_RGBA, type, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    if (filter == GL_LINEAR_MIPMAP_LINEAR) glGenerateMipmap(GL_TEXTURE_2D);
}

void savePicture(const std::string& file, int width, int height) {
    std::vector<unsigned char> rgb(static_cast<std::size_t>(width * height * 3));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
    stbi_flip_vertically_on_write(1);
    if (stbi_write_png(file.c_str(), width, height, 3, rgb.data(), width * 3) == 0)
        die(file + ": cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, std::string> options{{"--model", DATA_DIR "/assets/soldier.glb"},
                                               {"--hide", "beret medic officer"},
                                               {"--units", "400"},
                                               {"--frames", "0"},
                                               {"--png", ""}};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || options.count(argv[i]) == 0)
            die("usage: minimal [--model FILE] [--hide PARTS] [--units N] [--frames N] [--png FILE]");
        options[argv[i]] = argv[i + 1];
    }
    const std::string &model = options["--model"], &png = options["--png"];
    const int unit_count = std::atoi(options["--units"].c_str());
    const int frames = std::atoi(options["--frames"].c_str());  // 0: run until the window is closed

    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(model, aiProcess_Triangulate | aiProcess_GenSmoothNormals |
                                                        aiProcess_LimitBoneWeights | aiProcess_FlipUVs);
    if (scene == nullptr) die(importer.GetErrorString());
    if (scene->mNumAnimations == 0) die(model + ": has no clips");
    Mesh mesh;
    collect(*scene, *scene->mRootNode, options["--hide"], mesh);
    std::vector<float> texels;
    const BakedClip walk = bake(*scene, "Walk", mesh, texels);
    const BakedClip run = bake(*scene, "Run", mesh, texels);

    if (glfwInit() == GLFW_FALSE) die("GLFW cannot open a display");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, 4);
    glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, png.empty() ? GLFW_TRUE : GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(1280, 720, "One draw call", nullptr, nullptr);
    if (window == nullptr) die("cannot create a window with OpenGL 3.3");
    glfwMakeContextCurrent(window);
    if (gladLoadGL(glfwGetProcAddress) == 0) die("cannot load OpenGL");

    const GLuint program = glCreateProgram();
    attachShader(program, GL_VERTEX_SHADER, SHADER_DIR "/minimal.vert");
    attachShader(program, GL_FRAGMENT_SHADER, SHADER_DIR "/minimal.frag");
    glLinkProgram(program);
    glUseProgram(program);
    const auto uniform = [&](const char* name) { return glGetUniformLocation(program, name); };

    const auto texels_x = static_cast<int>(mesh.joints.size() * 3);
    const auto texels_y = static_cast<int>(texels.size()) / (4 * texels_x);
    newTexture(GL_TEXTURE0, GL_RGBA32F, texels_x, texels_y, GL_FLOAT, texels.data(), GL_NEAREST);
    // The first image embedded in the model, mWidth bytes of PNG or JPEG; white if there is none.
    const unsigned char white[4] = {255, 255, 255, 255};
    const unsigned char* picture = white;
    int picture_x = 1, picture_y = 1;
    if (scene->mNumTextures > 0) {
        const aiTexture& file = *scene->mTextures[0];
        picture = stbi_load_from_memory(reinterpret_cast<unsigned char*>(file.pcData),
                                        static_cast<int>(file.mWidth), &picture_x, &picture_y, nullptr, 4);
    }
    if (picture == nullptr) die(model + ": the texture cannot be read");
    newTexture(GL_TEXTURE1, GL_SRGB8_ALPHA8, picture_x, picture_y, GL_UNSIGNED_BYTE, picture,
               GL_LINEAR_MIPMAP_LINEAR);
    glUniform1i(uniform("u_animation"), 0);
    glUniform1i(uniform("u_picture"), 1);
    glUniform2i(uniform("u_walk"), walk.first_frame, walk.intervals);
    glUniform2i(uniform("u_run"), run.first_frame, run.intervals);
    // Both clips share one cycle, so that their left feet touch the ground together during the crossfade.
    glUniform1f(uniform("u_cycle"), static_cast<float>(0.5 * (walk.duration_s + run.duration_s)));

    GLuint vertex_array = 0;
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    newBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices);
    newBuffer(GL_ARRAY_BUFFER, mesh.vertices);
    attributes(0, {3, 3, 3, 4, 4}, sizeof(Vertex), 0);

    std::mt19937 random(1);  // fixed seed: the same arguments give the same image
    std::uniform_real_distribution<float> share(0.0F, 1.0F);
    const int columns = std::max(1, static_cast<int>(std::sqrt(unit_count)));
    std::vector<Unit> units;
    for (int i = 0; i < unit_count; ++i) {
        const glm::vec2 place = glm::vec2(i % columns - columns / 2, -i / columns) * 1.5F;
        units.push_back({glm::vec3(place, 0.3F * (share(random) - 0.5F)),
                         glm::vec3(share(random), 0.9F + 0.2F * share(random), share(random))});
    }
    newBuffer(GL_ARRAY_BUFFER, units);
    attributes(5, {3, 3}, sizeof(Unit), 1);

    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    const glm::mat4 clip_from_view =
        glm::perspective(0.8F, static_cast<float>(width) / static_cast<float>(height), 0.1F, 300.0F);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.62F, 0.70F, 0.78F, 1.0F);
    for (int frame = 0; glfwWindowShouldClose(window) == 0 && (frames == 0 || frame < frames); ++frame) {
        const auto time_s = static_cast<float>(png.empty() ? glfwGetTime() : frames / 60.0);
        const float angle = 0.5F + 0.1F * time_s;
        const glm::vec3 eye(6.0F * std::sin(angle), 2.6F, 6.0F * std::cos(angle));
        const glm::mat4 clip_from_world =
            clip_from_view * glm::lookAt(eye, glm::vec3(0.0F, 0.9F, -2.0F), glm::vec3(0.0F, 1.0F, 0.0F));
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glUniform1f(uniform("u_time"), time_s);
        glUniform3fv(uniform("u_eye"), 1, &eye.x);
        glUniformMatrix4fv(uniform("u_clip_from_world"), 1, GL_FALSE, &clip_from_world[0][0]);
        glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(mesh.indices.size()), GL_UNSIGNED_INT,
                                nullptr, unit_count);
        if (!png.empty()) {
            savePicture(png, width, height);
            break;
        }
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    glfwTerminate();
    return 0;
}
