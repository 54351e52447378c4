// Small valid files of many formats, read by tests and damaged by others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::test {

// Traps 1 and 13: DirectX counts 4800 ticks per second, and is left-handed.
inline constexpr std::string_view kX = R"(xof 0303txt 0032
AnimTicksPerSecond { 4800; }
Frame Root {
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
  Mesh Card {
    4;
    0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;2.0;0.0;, 1.0;2.0;0.0;;
    2;
    3;0,2,1;, 3;1,2,3;;
  }
}
AnimationSet Slide {
  Animation {
    { Root }
    AnimationKey { 2; 3; 4800;3;0.0,0.0,0.0;;, 7200;3;0.0,1.0,0.0;;, 9600;3;0.0,0.0,0.0;;; }
  }
}
)";

// Trap 13: a document with Z up.
inline constexpr std::string_view kDae = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g" name="g"><mesh>
    <source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 0 2 1 0 2</float_array>
      <technique_common><accessor source="#pa" count="4" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 1 3 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n" name="Card">
    <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

inline constexpr std::string_view kSmd = R"(version 1
nodes
0 "root" -1
1 "bone" 0
end
skeleton
time 0
0 0 0 0 0 0 0
1 0 0 1 0 0 0
end
triangles
skin.bmp
0 -0.5 0 0 0 -1 0 0 0 1 0 1
0 0.5 0 0 0 -1 0 1 0 1 0 1
1 -0.5 0 2 0 -1 0 0 1 1 1 1
end
)";

// Has the empty lines that all exporters write: Assimp's parser needs them.
inline constexpr std::string_view kMd5Mesh = R"(MD5Version 10
commandline ""

numJoints 2
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )
	"bone"	0 ( 0 0 1 ) ( 0 0 0 )
}

mesh {
	shader "skin"
	numverts 4
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1
	vert 3 ( 1 1 ) 3 1
	numtris 2
	tri 0 0 1 2
	tri 1 1 3 2
	numweights 4
	weight 0 0 1 ( 0 -0.5 0 )
	weight 1 0 1 ( 0 0.5 0 )
	weight 2 1 1 ( 0 -0.5 1 )
	weight 3 1 1 ( 0 0.5 1 )
}
)";

inline constexpr std::string_view kMd5Anim = R"(MD5Version 10
commandline ""

numFrames 3
numJoints 2
frameRate 4
numAnimatedComponents 1

hierarchy {
	"origin"	-1 0 0
	"bone"	0 4 0
}

bounds {
	( -1 -1 0 ) ( 1 1 3 )
	( -1 -1 0 ) ( 1 1 3 )
	( -1 -1 0 ) ( 1 1 3 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 1 ) ( 0 0 0 )
}

frame 0 {
	1
}
frame 1 {
	1.5
}
frame 2 {
	1
}
)";

struct SampleFile {
    std::string name;  // the extension determines the format
    std::vector<std::uint8_t> bytes;
};

// One file of each available format, written here or by Assimp's exporters from twoBones(). All can be
// imported.
std::vector<SampleFile> sampleFiles();

}  // namespace phalanx::test
