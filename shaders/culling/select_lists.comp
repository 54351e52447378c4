// GPU unit selection, step 3: each unit writes its index into the lists of the views that show it. Units in a list stay in
// the order of their indices, so images are the same as with CPU selection.
#include "layouts.h"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_SELECTION) readonly buffer SelectionIn { uint b_selection[]; };
layout(std430, binding = STORAGE_TALLIES) readonly buffer TalliesIn { uint b_tallies[]; };
layout(std430, binding = STORAGE_TOTALS) readonly buffer TotalsIn { uint b_totals[]; };
layout(std430, binding = STORAGE_INDICES) writeonly buffer IndicesOut { uint b_indices[]; };

uniform uint u_group_units;         // in the group
uniform uint u_all_units;     // in all groups: the length of each list
uniform uint u_first_choice;  // of the group, in the choices and in each list
uniform uint u_first_tally;
uniform uint u_first_total;
uniform uint u_first_list;
uniform uint u_lists;  // number of lists, from u_first_list on

// Number of units of the workgroup up to this one, by level: two levels of 16 bits per word; a thread's words are
// PH_SELECT_THREADS apart.
const uint kWords = (uint(PH_SELECT_LEVELS) + 1u) / 2u;
const uint kThreads = uint(PH_SELECT_THREADS);
shared uint s_counts[kWords * kThreads];

void main() {
    uint thread = gl_LocalInvocationID.x;
    uint index = gl_GlobalInvocationID.x;
    uint choices = index < u_group_units ? b_selection[u_first_choice + index] : 0u;
    for (uint list = u_first_list; list < u_first_list + u_lists; ++list) {
        uint choice = (choices >> (4u * list)) & 15u;
        barrier();
        uint own = choice > 0u ? (choice - 1u) / 2u : kWords;
        for (uint word = 0u; word < kWords; ++word)
            s_counts[word * kThreads + thread] = word == own ? 1u << (16u * ((choice - 1u) & 1u)) : 0u;
        for (uint apart = 1u; apart < kThreads; apart *= 2u) {
            uint before[kWords];
            barrier();
            for (uint word = 0u; word < kWords; ++word)
                before[word] = thread >= apart ? s_counts[word * kThreads + thread - apart] : 0u;
            barrier();
            for (uint word = 0u; word < kWords; ++word) s_counts[word * kThreads + thread] += before[word];
        }
        if (choice > 0u) {
            uint level = choice - 1u;
            uint up_to_here = (s_counts[own * kThreads + thread] >> (16u * (level & 1u))) & 0xFFFFu;
            uint bucket = list * uint(PH_SELECT_LEVELS) + level;
            uint place = list * u_all_units + u_first_choice;
            for (uint finer = list * uint(PH_SELECT_LEVELS); finer < bucket; ++finer)
                place += b_totals[u_first_total + finer];
            place += b_tallies[u_first_tally + bucket * gl_NumWorkGroups.x + gl_WorkGroupID.x] + up_to_here - 1u;
            b_indices[place] = index;
        }
    }
}
