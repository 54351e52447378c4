#!/bin/sh
# Renders images of docs/pictures with `phalanx shot`. Usage: scripts/make_pictures.sh [-p PHALANX] [GROUP...]
# Groups: clips moves variants formations banners hills scale lods army orders handshake falls events battle counter_march polled bodies layers ground knights morph; default: all but counter_march. Needs imagemagick and ffmpeg as well as the built program.
# PHALANX_FORMATION_UNITS: soldiers per formation (5000; software rendering takes a minute or two for each).
# PHALANX_MODELS: the folder of scripts/fetch_models.sh, which morph needs; PHALANX_KNIGHT: KayKit's Knight.glb, which
# knights needs. Without them these are not among the default groups.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/docs/pictures
phalanx=
while getopts p: option; do
    case $option in
        p) phalanx=$OPTARG ;;
        *) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- clips moves variants formations banners hills scale lods army orders handshake falls events battle polled bodies layers ground ${PHALANX_KNIGHT:+knights} ${PHALANX_MODELS:+morph}
if [ -z "$phalanx" ]; then
    for candidate in "$root"/build/*/bin/phalanx "$root"/build/bin/phalanx; do
        if [ -x "$candidate" ]; then phalanx=$candidate; fi
    done
fi

missing=
if [ -z "$phalanx" ] || ! [ -x "$phalanx" ]; then missing="$missing phalanx (build it with scripts/run.sh, or pass its path with -p)"; fi
for tool in montage convert ffmpeg fc-match; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
    echo "make_pictures.sh: missing:$missing" >&2
    echo "make_pictures.sh: on Debian or Ubuntu: apt-get install imagemagick ffmpeg fontconfig fonts-dejavu-core" >&2
    exit 4
fi
font=$(fc-match -f '%{file}' "DejaVu Sans")
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shot FILE OPTIONS...: FILE is a file name or pattern; OPTIONS are those of `phalanx shot`. further_clips: a file of clips.
further_clips=
shot() {
    file=$1
    shift
    "$phalanx" shot -o "$file" ${further_clips:+--clips "$further_clips"} "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# clip NAME SECONDS FRONT SIDE: six moments of a clip, including the first and the last; row 1 with camera FRONT, row 2 with
# camera SIDE (from the soldier's right).
clip() {
    fps=$(awk "BEGIN { printf \"%.6f\", 5 / ($2 - 0.002) }")
    for view in front side; do
        camera=$3
        if [ $view = side ]; then camera=$4; fi
        shot "$work/$1_${view}_%d.png" --units 1 --stand --crossfade 0 --offset-spread 0 --clip "$1" --time 0 \
            --frames 6 --fps "$fps" --size 240x300 --camera "$camera"
        for i in 0 1 2 3 4 5; do
            at=$(awk "BEGIN { printf \"%.2f s\", $i * ($2 - 0.002) / 5 }")
            convert "$work/$1_${view}_$i.png" -gravity SouthEast -font "$font" -fill white -undercolor '#0006' -pointsize 13 \
                -annotate +4+4 " $at " "$work/$1_${view}_$i.png"
        done
    done
    convert "$work/$1_front_0.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 20 \
        -annotate +5+5 " $1 " "$work/$1_front_0.png"
    montage "$work/$1"_front_[0-5].png "$work/$1"_side_[0-5].png -tile 6x2 -geometry +1+1 -background white \
        "$work/sheet_$1.png"
    convert "$work/sheet_$1.png" -quality 64 "$out/soldier_$1.jpg"
}

# Cameras of the sheets.
front="-0.70,1.20,2.95:0,0.90,0"
side="-2.95,1.20,0.25:0,0.90,0"

clips() {
    clip Idle 4.0 "$front" "$side"
    clip Walk 1.0 "$front" "$side"
    clip Run 0.667 "$front" "$side"
    clip Aim 1.2 "$front" "-2.95,1.2,0.40:0,0.90,0.22"
    clip Fire 1.0 "$front" "-2.95,1.2,0.40:0,0.90,0.22"
    clip Reload 2.8 "$front" "$side"
    clip Hit 0.9 "$front" "$side"
    clip Crouch 1.5 "-0.70,1.20,3.10:0,0.80,0" "-2.95,1.20,0.25:0,0.80,0"
    clip Salute 2.6 "$front" "$side"
    clip Cheer 3.0 "-0.80,1.50,4.00:0,1.25,0" "-4.00,1.50,0.30:0,1.25,0"
    clip Die 2.3 "-1.0,1.8,3.2:0.1,0.75,-0.1" "-3.4,1.6,0.1:0,0.70,-0.1"
    clip Die2 2.3 "-1.0,1.8,3.8:0,0.75,0.4" "-3.6,1.6,0.7:0,0.70,0.55"
    clip GetUp 2.6 "-1.1,1.8,3.4:-0.1,0.75,-0.35" "-3.6,1.6,-0.3:0,0.75,-0.35"
    clip GetUp2 2.6 "-1.1,1.8,3.8:-0.1,0.75,0.2" "-3.7,1.6,0.4:0,0.75,0.2"
    # The sheets of all clips at half size, in two columns.
    montage "$work"/sheet_Idle.png "$work"/sheet_Walk.png "$work"/sheet_Run.png "$work"/sheet_Aim.png \
        "$work"/sheet_Fire.png "$work"/sheet_Reload.png "$work"/sheet_Hit.png "$work"/sheet_Crouch.png \
        "$work"/sheet_Salute.png "$work"/sheet_Cheer.png "$work"/sheet_Die.png "$work"/sheet_Die2.png \
        "$work"/sheet_GetUp.png "$work"/sheet_GetUp2.png -tile 2x7 -geometry 960x+6+6 -background white "$work/contact.png"
    convert "$work/contact.png" -quality 70 "$out/contact_sheet.jpg"
}

# The clips of assets/soldier_moves.glb: sheets at half size, in two columns, and the still poses beside the one that they turn.
moves() {
    further_clips=$root/assets/soldier_moves.glb
    clip StrafeLeft 0.8 "$front" "$side"
    clip StrafeRight 0.8 "$front" "$side"
    clip WalkBack 1.0 "$front" "$side"
    clip LookAround 4.0 "$front" "$side"
    clip HitFront 0.5 "$front" "$side"
    clip HitBack 0.5 "$front" "$side"
    clip HitLeft 0.5 "$front" "$side"
    clip HitRight 0.5 "$front" "$side"
    clip StepOver 1.1 "$front" "$side"
    clip Wounded 2.2 "-1.0,1.6,3.0:0,0.75,-0.15" "-3.1,1.4,0.1:0,0.75,-0.15"
    clip DragBack 1.4 "-1.2,1.3,2.2:0,0.40,-0.2" "-2.5,1.2,0.0:0,0.40,-0.2"
    clip WoundedDie 2.0 "-1.2,1.8,2.2:0,0.35,-0.4" "-2.8,1.3,-0.3:0,0.40,-0.5"
    montage "$work"/sheet_StrafeLeft.png "$work"/sheet_StrafeRight.png "$work"/sheet_WalkBack.png \
        "$work"/sheet_LookAround.png "$work"/sheet_HitFront.png "$work"/sheet_HitBack.png "$work"/sheet_HitLeft.png \
        "$work"/sheet_HitRight.png "$work"/sheet_StepOver.png "$work"/sheet_Wounded.png "$work"/sheet_DragBack.png \
        "$work"/sheet_WoundedDie.png -tile 2x6 -geometry 960x+6+6 -background white "$work/moves.png"
    convert "$work/moves.png" -quality 70 "$out/moves_sheet.jpg"
    for pose in Aim:1.2 AimUp:0 AimDown:0 AimLeft:0 AimRight:0; do
        name=${pose%:*}
        for view in front side; do
            camera="-0.90,1.35,3.25:0,0.98,0.1"
            if [ $view = side ]; then camera="-3.25,1.35,0.45:0,0.98,0.22"; fi
            shot "$work/aims_${view}_$name.png" --units 1 --stand --crossfade 0 --offset-spread 0 --clip "$name" \
                --time "${pose#*:}" --size 288x360 --camera "$camera"
        done
        convert "$work/aims_front_$name.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 20 \
            -annotate +5+5 " $name " "$work/aims_front_$name.png"
    done
    montage "$work"/aims_front_Aim.png "$work"/aims_front_Aim?*.png "$work"/aims_side_Aim.png "$work"/aims_side_Aim?*.png \
        -tile 5x2 -geometry +1+1 -background white "$work/aims.png"
    convert "$work/aims.png" -quality 80 "$out/moves_aims.jpg"
    further_clips=
}

# One soldier per image, with seeds that give a rifleman, an officer and a medic. The check below fails if they do not.
variants() {
    for variant in rifleman:1 officer:7 medic:5; do
        name=${variant%:*}
        shot "$work/v_$name.png" --units 1 --seed "${variant#*:}" --formation grid --stand --crossfade 0 \
            --offset-spread 0 --clip Idle --time 0.8 --size 400x600 --camera "-0.80,1.40,2.75:0,0.95,0" \
            --json "$work/v_$name.json"
        grep '"triangles"' "$work/v_$name.json" >"$work/t_$name"
        convert "$work/v_$name.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 22 \
            -annotate +6+6 " $name " "$work/v_$name.png"
    done
    if cmp -s "$work/t_rifleman" "$work/t_officer" || cmp -s "$work/t_rifleman" "$work/t_medic" ||
        cmp -s "$work/t_officer" "$work/t_medic"; then
        echo "make_pictures.sh: two of the seeds give the same variant; change them in variants()" >&2
        exit 1
    fi
    montage "$work/v_rifleman.png" "$work/v_officer.png" "$work/v_medic.png" -tile 3x1 -geometry +1+1 \
        -background white "$work/variants.png"
    convert "$work/variants.png" -quality 86 "$out/variants.jpg"
}

formations() {
    units=${PHALANX_FORMATION_UNITS:-5000}
    shot "$work/phalanx.png" --units "$units" --formation phalanx --clip Walk --crossfade 0 --stand --time 2 \
        --size 1280x720 --camera="-14,5.5,58:12,0,14"
    shot "$work/ring.png" --units "$units" --formation ring --clip Idle --crossfade 0 --stand --time 2 \
        --size 1280x720 --camera="0,36,108:0,0,0"
    shot "$work/scatter.png" --units "$units" --formation scatter --clip Run --crossfade 0 --stand --time 2 \
        --size 1280x720 --camera="0,7,84:0,1,24"
    for name in phalanx ring scatter; do
        convert "$work/$name.png" -quality 84 "$out/formation_$name.jpg"
    done
}

banners() {
    shot "$work/banners.png" --units 400 --formation phalanx --clip Walk --crossfade 0 --stand --time 2 \
        --attach "$root/assets/banner.glb@UpperChest:every=19" --size 1280x720 --camera="-7,3.2,19:1,1.2,4"
    convert "$work/banners.png" -quality 84 "$out/banners.jpg"
}

# A valley full of soldiers, and a front from nearby.
hills() {
    shot "$work/valley.png" --ground hills --units 20000 --size 1280x720 --camera="120,60,190:0,20,-60"
    convert "$work/valley.png" -quality 86 "$out/hills_valley.jpg"
    shot "$work/hills.png" --ground hills --units 300 --size 1280x720
    convert "$work/hills.png" -quality 86 "$out/hills.jpg"
    climb() {
        shot "$@" --ground hills --ground-height 160 --facing 90 --clip Walk --crossfade 0 --units 60 --spacing 1.7 --time 4
    }
    climb "$work/hills_feet.png" --size 1280x720 --camera="9.5,0.9,9.5:4,1.35,3"
    convert "$work/hills_feet.png" -quality 86 "$out/hills_feet.jpg"
    climb "$work/hills_climb_%03d.png" --size 480x270 --frames 36 --fps 12 --camera="10.5,1.2,11:5,1.5,3"
    film hills_climb 12 96
}

# Each with one of the things in its left hand and one of those in its right.
knights() {
    knight=${PHALANX_KNIGHT:?the file Knight.glb, for knights}
    shot "$work/knights.png" "$knight" --units 200 --formation grid --clip Idle --crossfade 0 \
        --stand --time 2 --size 1280x720 --camera="8,4.2,22:1.5,0.6,10"
    convert "$work/knights.png" -quality 84 "$out/knights.jpg"
}

# Near and far: every unit with its full mesh, then with LODs, impostors and culling, then four times the difference; prints
# the amount of the difference.
scale() {
    for view in near:0,2.2,14:0,1.2,0 far:0,25,170:0,0,0; do
        name=${view%%:*}
        set -- --units 4000 --size 640x360 --time 3 --crossfade 0 --camera "${view#*:}"
        shot "$work/${name}_a.png" "$@" --no-cull --lod-error 0
        shot "$work/${name}_b.png" "$@"
        convert "$work/${name}_a.png" "$work/${name}_b.png" -compose difference -composite -evaluate multiply 4 "$work/${name}_c.png"
        # The exit code of `compare` is not 0 if the images differ.
        mean=$(compare -metric MAE "$work/${name}_a.png" "$work/${name}_b.png" null: 2>&1 || true)
        tenth=$(compare -metric AE -fuzz 10% "$work/${name}_a.png" "$work/${name}_b.png" null: 2>&1 || true)
        echo "scale, $name: mean difference $mean of 65535, $tenth of 230400 pixels differ by a tenth or more"
    done
    montage "$work"/near_[abc].png "$work"/far_[abc].png -tile 3x2 -geometry +1+1 -background white "$work/scale.png"
    convert "$work/scale.png" -quality 80 "$out/scale.jpg"
}

# lods: models near, in the middle distance and far, as full meshes and as drawn: LODs and impostors. And a film of a camera that comes
# nearer, with time at a stop, so that nothing changes but the LODs; it prints how much more images change by LODs than with full
# meshes. LOD_MODELS: files of further models, separated by blanks.
lods() {
    set --
    for model in soldier ${LOD_MODELS:-}; do
        name=$(basename "${model%.*}")
        if [ "$model" = soldier ]; then from=; else from=$model; fi
        for view in near: middle:0,4,45:0,0.5,0 far:0,22,170:0,0,0; do
            camera=
            if [ -n "${view#*:}" ]; then camera="--camera ${view#*:}"; fi  # else where a window's stands at its start
            for how in full drawn; do
                detail=
                if [ $how = full ]; then detail="--no-cull --lod-error 0"; fi
                # shellcheck disable=SC2086 # several options in one word
                shot "$work/$name.png" $from --units 2100 --formation grid --size 400x225 --time 3 --crossfade 0 $camera $detail
                convert "$work/$name.png" -gravity SouthWest -font "$font" -fill white -undercolor '#0006' -pointsize 11 \
                    -annotate +3+3 " $name, ${view%%:*}, $([ $how = full ] && echo full meshes || echo as drawn) " "$work/${name}_${view%%:*}_$how.png"
                set -- "$@" "$work/${name}_${view%%:*}_$how.png"
            done
        done
    done
    montage "$@" -tile 6x -geometry +1+1 -background white "$work/lods.png"
    convert "$work/lods.png" -quality 82 "$out/lods.jpg"

    frames=36
    for how in full drawn; do
        detail=
        if [ $how = full ]; then detail="--no-cull --lod-error 0"; fi
        for i in $(seq 0 $((frames - 1))); do
            eye=$(awk "BEGIN { d = 70 * exp(-$i * log(70 / 9) / ($frames - 1)); printf \"0,%.3f,%.3f:0,1,-20\", 1 + 0.06 * d, 12 + d }")
            # shellcheck disable=SC2086 # several options in one word
            shot "$work/lods_${how}_$(printf %03d "$i").png" --units 1500 --formation grid --size 480x270 --time 3 --crossfade 0 --camera "$eye" $detail
        done
        changes=
        for i in $(seq 1 $((frames - 1))); do
            a=$work/lods_${how}_$(printf %03d $((i - 1))).png
            b=$work/lods_${how}_$(printf %03d "$i").png
            changes="$changes $(compare -metric MAE "$a" "$b" null: 2>&1 | sed 's/ .*//' || true)"
        done
        echo "lods, film, $how: change from image to image, mean and largest of 65535:" \
            "$(echo "$changes" | tr ' ' '\n' | awk 'NF { s += $1; if ($1 > m) m = $1; n++ } END { printf "%.0f, %.0f", s / n, m }')"
    done
    film lods_drawn 12 128
    mv "$out/lods_drawn.gif" "$out/lods.gif"
}

# film NAME FPS COLORS: a GIF that repeats, from the images NAME_000.png, NAME_001.png ...
film() {
    ffmpeg -y -loglevel error -framerate "$2" -i "$work/$1_%03d.png" -vf \
        "split[a][b];[a]palettegen=max_colors=$3:stats_mode=full[p];[b][p]paletteuse=dither=bayer:bayer_scale=5" \
        -loop 0 "$out/$1.gif"
}

# A seamless loop: three whole cycles of Walk, with a camera that follows the army.
army() {
    shot "$work/army_%03d.png" --units 150 --formation grid --clip Walk --crossfade 0 --time 10 \
        --frames 36 --fps 12 --size 480x270
    film army 12 96
}

# A seamless loop: one cycle of 4.2 s. Each cube has a phase of its own; nothing moves but the weights of its two morph targets.
morph() {
    models=${PHALANX_MODELS:?the folder of scripts/fetch_models.sh, for morph}
    cube=$models/assimp-testmodels/usr/share/assimp/models/glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf
    shot "$work/morph_%03d.png" "$cube" --units 25 --formation grid --spacing 4.2 --stand --crossfade 0 --offset-spread 1 \
        --heading-jitter 0 --position-jitter 0 --height-spread 0 --time 10 --frames 42 --fps 10 --size 480x270 \
        --camera="-14.5,10.6,16.8:0.1,-0.4,1.2"
    film morph 10 96
}

# A rank walks in all directions while each rifle stays on a soldier that walks, too: near, and from afar.
orders() {
    scene() {
        file=$1
        shift
        shot "$work/$file" --clips "$root/assets/soldier_moves.glb" --pose "$root/examples/orders/rank.pose.json" \
            --orders "$root/examples/orders/rank.orders.json" --units 10 --stand --offset-spread 0.2 --time 0.3 \
            --frames 80 --fps 10 "$@"
    }
    scene orders_%03d.png --size 480x270 --camera "7.5,2.5,-8.5:0.6,1,2.5"
    film orders 10 96
    scene orders_far_%03d.png --size 1440x810 --camera "16,7,-40:0.5,1,3"
    mogrify -gravity center -crop 480x270+0+0 +repage "$work"/orders_far_*.png
    film orders_far 10 96
}

# beside NAME COLUMNS IMAGE...: the best quality that fits into most_bytes.
most_bytes=190000
beside() {
    name=$1
    columns=$2
    shift 2
    montage "$@" -tile "${columns}x" -geometry +1+1 -background white "$work/$name.png"
    for quality in 92 88 84 80 76; do
        convert "$work/$name.png" -quality $quality -strip "$out/$name.jpg"
        [ "$(stat -c %s "$out/$name.jpg")" -gt $most_bytes ] || break
    done
}

# Two soldiers whose right hands reach for each other, from two places.
handshake() {
    scene() {
        file=$1
        shift
        shot "$work/$file" --hide rifle --pose "$root/examples/orders/handshake.pose.json" \
            --orders "$root/examples/orders/handshake.orders.json" --units 2 --stand --offset-spread 0 --heading-jitter 0 \
            --position-jitter 0 --height-spread 0 --time 1.5 "$@"
    }
    scene hands_1.png --size 560x420 --camera "-0.4,1.5,2.9:0,0.88,0"
    scene hands_2.png --size 560x420 --camera "-0.1,1.5,0.85:0,1.1,0"
    beside handshake 2 "$work"/hands_[12].png
}

# A rank is shot and falls; the next one walks on. And a picture of those who lie.
falls() {
    scene() {
        shot "$@" --formation grid --ground flat --units 25 --spacing 1.7 --crossfade 0 --falls "$root/examples/falls/rank.json"
    }
    scene "$work/falls_%03d.png" --time 1.7 --frames 46 --fps 10 --size 480x270 --camera="-0.3,1.45,11.2:-0.9,0.75,5.5"
    film falls 10 96
    scene "$work/falls.png" --time 5 --size 1280x720 --camera="0.4,1.5,10.2:-0.5,0.5,5.5"
    convert "$work/falls.png" -quality 86 "$out/falls.jpg"
    shot "$work/falls_up_%02d.png" --formation grid --ground flat --stand --units 6 --falls "$root/examples/falls/up.json" \
        --time 4.1 --frames 8 --fps 3.5 --size 480x300 --camera "2.5,1.7,4:0,0.6,0"
    montage "$work"/falls_up_*.png -tile 4x -geometry +2+2 -quality 86 "$out/falls_up.jpg"
}

# Two hosts on hills.
battle() {
    shot "$work/battle.png" --formation battle --ground hills --units 2000 --traces --time 40 --size 1280x640 --samples 4 \
        --camera "-52,9,-62:8,1,-12"
    convert "$work/battle.png" -quality 84 "$out/battle.jpg"
    # Clouds, grass and smoke.
    shot "$work/scenery_battle.png" --formation battle --ground hills --units 600 --time 75 --traces --clouds --grass --samples 4 \
        --size 1280x640 --camera "-30,8,-40:12,1,-8"
    convert "$work/scenery_battle.png" -quality 84 "$out/scenery_battle.jpg"
    shot "$work/scenery.png" --units 40 --spacing 3 --time 2 --ground flat --clouds --grass --samples 4 --size 1280x640 \
        --camera "3,0.6,13:0,0.9,0"
    convert "$work/scenery.png" -quality 84 "$out/scenery.jpg"
}

# The take of the scene, three times as fast; minutes on a GPU, hours in software.
counter_march() {
    command -v img2webp >/dev/null || { echo "make_pictures.sh: counter_march needs img2webp: apt-get install webp" >&2; exit 4; }
    shot "$work/take_%04d.png" --scene counter-march --size 448x252 --samples 8 --time 0 --frames 305 --fps 4
    img2webp -loop 0 -min_size -lossy -q 23 -m 6 -d 83 "$work"/take_*.png -o "$out/counter_march.webp"
    for time in 6 28 49 57; do
        shot "$work/moment_$time.png" --scene counter-march --size 1280x720 --samples 8 --time "$time"
    done
    montage "$work/moment_6.png" "$work/moment_28.png" "$work/moment_49.png" "$work/moment_57.png" -tile 2x -geometry 800x450+3+3 \
        -background '#1a1c1e' "$work/moments.png"
    convert "$work/moments.png" -quality 84 "$out/counter_march.jpg"
}

# What events leave behind.
events() {
    shot "$work/events_fire.png" --formation grid --ground flat --units 24 --spacing 1.7 --stand --clip Fire --blend-clip Fire --crossfade 0 \
        --offset-spread 0.2 --traces --time 9.1 --size 1280x560 --camera "2.6,1.5,7.4:-0.9,1.2,0.5"
    convert "$work/events_fire.png" -quality 86 "$out/events_fire.jpg"
    shot "$work/events_steps.png" --formation grid --ground flat --units 30 --spacing 1.6 --march --crossfade 0 --traces --time 7 \
        --size 1280x560 --camera "1.4,1.25,0.6:-0.2,0.35,7.5"
    convert "$work/events_steps.png" -quality 86 "$out/events_steps.jpg"
}

# The chapter of the guide about events: prints of the same march, by the clock and polled once per second.
polled() {
    march() { # NAME OPTIONS...
        name=$1
        shift
        shot "$work/$name.png" --ground flat --formation grid --units 30 --spacing 1.6 --clip Walk --crossfade 0 --speed 3 --traces \
            --size 1280x340 --camera "1.4,1.25,-2:-0.2,0.35,7.5" "$@"
    }
    march clock --time 4
    march polls_%d --time 0 --frames 5 --fps 1 --events-once-per-frame
    set -- "by the clock" "polled once per second"
    for image in clock polls_4; do
        convert "$work/$image.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 17 \
            -annotate +5+5 " $1 " "$work/$image.png"
        shift
    done
    beside guide_polled 1 "$work/clock.png" "$work/polls_4.png"
}

# The chapter of the guide about ragdolls: one fall, four hits, bodies beside the clip, bodies on a plane that is 20 degrees
# steep, and bodies that collide from the start.
bodies() {
    most_bytes=120000
    write_on() {
        convert "$1" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 17 \
            -annotate +5+5 " $2 " "$1"
    }
    # alone NAME LABEL OPTIONS...: one soldier, the same in every image.
    alone() {
        name=$1
        words=$2
        shift 2
        shot "$work/$name.png" --units 1 --stand --crossfade 0 --offset-spread 0 --heading-jitter 0 --position-jitter 0 \
            --height-spread 0 "$@"
        write_on "$work/$name.png" "$words"
    }
    echo '[{"time":0.5,"strength":90}]' >"$work/shot.json"
    set -- 0.5 0.7 0.9 1.1 1.4 4.0
    for after in 0 0.2 0.4 0.6 0.9 3.5; do
        alone "fall_$1" "$after s" --clip Walk --falls "$work/shot.json" --time "$1" --size 318x268 --camera "$bodies_fall"
        shift
    done
    beside bodies_fall 3 "$work"/fall_?.?.png
    for joint in Head Chest LowerArm.R Foot.L; do
        echo '[{"time":0.5,"push":[0,0,-90],"joint":"'$joint'"}]' >"$work/hit.json"
        alone "hit_$joint" "$joint" --clip Idle --falls "$work/hit.json" --time 0.85 --size 238x300 --camera "$bodies_hit"
    done
    beside bodies_hits 4 "$work"/hit_Head.png "$work"/hit_Chest.png "$work"/hit_LowerArm.R.png "$work"/hit_Foot.L.png
    # Encoding trs has no frames for ragdolls, so units fall by their clip.
    for encoding in rgba32f trs; do
        shot "$work/lie_$encoding.png" --units 8 --formation grid --stand --spacing 2.5 --clip Idle --crossfade 0 \
            --falls "$work/shot.json" --encoding $encoding --time 5 --size 960x270 --camera "$bodies_lie"
    done
    write_on "$work/lie_rgba32f.png" "ragdolls"
    write_on "$work/lie_trs.png" "the clip"
    beside bodies_clip 1 "$work"/lie_rgba32f.png "$work"/lie_trs.png
    convert -size 64x64 -depth 16 gradient:white-black "$work/downhill.png"
    shot "$work/slope.png" --ground "$work/downhill.png" --ground-size 100 --ground-height 35.83 --units 9 --formation grid \
        --stand --spacing 2.3 --clip Walk --crossfade 0 --falls "$work/shot.json" --time 5 --size 960x540 \
        --camera "$bodies_slope"
    beside bodies_slope 1 "$work/slope.png"
    set -- 0.6 0.8 1.1
    for after in 0.1 0.3 0.6; do
        alone "right_$1" "$after s" --clip Walk --falls "$work/shot.json" --time "$1" --size 318x268 --camera "$bodies_jump"
        alone "wrong_$1" "mistake, $after s" --clip Walk --falls "$work/shot.json" --time "$1" --size 318x268 \
            --camera "$bodies_jump" --overlapping-bodies
        shift
    done
    beside bodies_mistakes 3 "$work"/right_?.?.png "$work"/wrong_?.?.png
    most_bytes=190000
}

# Cameras of bodies.
bodies_fall="-2.9,1.15,1.0:0,0.72,-0.45"
bodies_hit="-3.1,1.4,0.9:0,0.85,-0.25"
bodies_jump="-3.3,1.35,1.1:0,0.85,-0.4"
bodies_lie="-2.9,2.8,5.6:0.2,-0.45,0.6"
bodies_slope="-7.2,19.5,-0.6:0,17.3,0.2"

# The chapter of docs/guide.md about layers: one soldier with the forms of examples/layers, side by side.
layers() {
    further_clips=$root/assets/soldier_moves.glb
    # posed NAME FORM LABEL SIZE CAMERA OPTIONS...
    posed() {
        name=$1
        form=$root/examples/layers/$2.json
        label=$3
        size=$4
        camera=$5
        shift 5
        [ $# -gt 0 ] || set -- --time 0
        shot "$work/$name.png" --pose "$form" --units 1 --stand --offset-spread 0 --heading-jitter 0 --position-jitter 0 \
            --height-spread 0 --size "$size" --camera "$camera" "$@"
        convert "$work/$name.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 17 \
            -annotate +5+5 " $label " "$work/$name.png"
    }
    posed stack_1 walk "base" 300x420 "$layers_front"
    posed stack_2 walk_aim "+ layer" 300x420 "$layers_front"
    posed stack_3 walk_aim_hit "+ additive" 300x420 "$layers_front"
    posed stack_4 walk_aim_hit_ahead "+ aim" 300x420 "$layers_front"
    beside layers_stack 4 "$work"/stack_[1-4].png
    posed mask_1 mask_model "model space" 400x420 "$layers_kneeling"
    posed mask_2 mask_local "local space" 400x420 "$layers_kneeling"
    beside layers_masks 2 "$work"/mask_[12].png
    posed rifle_1 not_reparented "below the root" 400x400 "$layers_rifle"
    posed rifle_2 masked_rifle "below the root, masked" 400x400 "$layers_rifle"
    posed rifle_3 walk_aim "below the chest" 400x400 "$layers_rifle"
    beside layers_reparent 3 "$work"/rifle_[1-3].png
    posed aim_1 aim_right "55° right, 17° down" 400x420 "$layers_aim"
    posed aim_2 aim_ahead "ahead" 400x420 "$layers_aim"
    posed aim_3 aim_left "55° left, 15° up" 400x420 "$layers_aim"
    beside layers_targets 3 "$work"/aim_[1-3].png
    posed arm_1 ik_0 "weight 0" 300x420 "$layers_arm"
    posed arm_2 ik_0.5 "weight 0.5" 300x420 "$layers_arm"
    posed arm_3 ik_1 "weight 1" 300x420 "$layers_arm"
    beside layers_ik 3 "$work"/arm_[1-3].png
    for step in in_step not_in_step; do
        i=0
        for time in 0.8 1.0 1.2 1.4; do
            label="$time s"
            if [ $i = 0 ]; then label="$(echo $step | tr _ ' '), $time s"; fi
            posed ${step}_$i $step "$label" 300x360 "$layers_side" --time $time
            i=$((i + 1))
        done
    done
    beside layers_step 4 "$work"/in_step_[0-3].png "$work"/not_in_step_[0-3].png
    further_clips=
}

# Cameras of layers.
layers_front="-1.75,1.3,2.65:0.05,0.94,0.1"
layers_kneeling="-2.9,1.25,1.35:0,0.85,0.15"
layers_rifle="-0.8,1.5,2.0:0.1,1.35,0.1"
layers_aim="0,1.35,3.15:0,0.93,0"
layers_arm="0.9,1.35,2.9:0.03,0.95,0"
layers_side="-2.95,1.10,0.25:0,0.88,0"

# The chapter of the guide about hills, feet and IK: one soldier on a plane that is 20 degrees steep, and three that reach.
ground() {
    convert -size 64x64 -depth 16 gradient:white-black "$work/downhill.png"
    convert "$work/downhill.png" -rotate 90 "$work/across.png"
    # stands NAME LABEL OPTIONS...
    stands() {
        name=$1
        label=$2
        shift 2
        shot "$work/$name.png" --units 1 --stand --crossfade 0 --offset-spread 0 --heading-jitter 0 --position-jitter 0 \
            --height-spread 0 --size 360x400 "$@"
        convert "$work/$name.png" -gravity NorthWest -font "$font" -fill white -undercolor '#0009' -pointsize 17 \
            -annotate +5+5 " $label " "$work/$name.png"
    }
    # A square of the grid is 100 / 64 m wide, and the next one is 35.83 / 63 m higher: 20 degrees.
    # on_slope NAME LABEL CLIP:TIME SLOPE CAMERA OPTIONS...
    on_slope() {
        name=$1
        label=$2
        clip_time=$3
        slope=$4
        camera=$5
        shift 5
        stands "$name" "$label" --clip "${clip_time%:*}" --time "${clip_time#*:}" --ground "$work/$slope.png" --ground-size 100 \
            --ground-height 35.83 --camera "$camera" "$@"
    }
    on_slope slope_1 "downhill, the clip" Walk:0.1 downhill "$ground_side" --no-feet
    on_slope slope_2 "downhill, planted" Walk:0.1 downhill "$ground_side"
    on_slope slope_3 "uphill, the clip" Walk:0.1 downhill "$ground_side" --no-feet --facing 180
    on_slope slope_4 "uphill, planted" Walk:0.1 downhill "$ground_side" --facing 180
    beside ground_slope 4 "$work"/slope_[1-4].png
    on_slope pelvis_1 "the clip" Idle:0 across "$ground_front" --no-feet
    # The mistake in a copy of the shaders.
    mkdir "$work/data"
    cp -r "$root/shaders" "$root/assets" "$work/data"
    sed -i 's/^#ifdef MISTAKE_NO_PELVIS_DROP/#if 1/' "$work/data/shaders/layers/feet.glsl"
    (
        export PHALANX_DATA="$work/data"
        on_slope pelvis_2 "pelvis not lowered" Idle:0 across "$ground_front"
    )
    on_slope pelvis_3 "pelvis lowered" Idle:0 across "$ground_front"
    beside ground_pelvis 3 "$work"/pelvis_[1-3].png
    hand='{"base":[{"clip":"Idle","time":0}],"ik":[{"joint":"Hand.L","target":'
    echo "${hand}[0.35,1.35,0.4]}]}" >"$work/near.json"
    echo "${hand}[0.35,1.15,0.75]}]}" >"$work/far.json"
    echo "${hand}[0.35,1.15,0.75],\"chain\":[\"Spine\",\"Chest\",\"UpperChest\",\"Shoulder.L\",\"UpperArm.L\",\"LowerArm.L\",\"Hand.L\"]}]}" \
        >"$work/chain.json"
    stands reach_1 "two bones" --pose "$work/near.json" --time 0 --camera "$ground_arm"
    stands reach_2 "two bones, out of reach" --pose "$work/far.json" --time 0 --camera "$ground_arm"
    stands reach_3 "FABRIK, spine and arm" --pose "$work/chain.json" --time 0 --camera "$ground_arm"
    beside ground_ik 3 "$work"/reach_[1-3].png
}

# Cameras of ground.
ground_side="-2.4,18.25,0.6:0,18.3,0"
ground_front="0,18.4,2.15:0,18.3,0"
ground_arm="2.3,1.35,1.6:0.05,1.05,0.2"

for group in "$@"; do
    case $group in
        clips | moves | variants | formations | banners | hills | scale | lods | army | orders | handshake | falls | events | battle | polled | bodies | layers | ground | knights | morph) "$group" ;;
        *) echo "make_pictures.sh: unknown group '$group'; groups: clips, moves, variants, formations, banners, hills, scale, lods, army, orders, handshake, falls, events, battle, polled, bodies, layers, ground, knights, morph" >&2; exit 2 ;;
    esac
done
ls -l "$out"
