// GPU unit selection, step 2: one workgroup per bucket replaces the tallies by prefix sums (units before each workgroup) and
// writes the total.
#include "layouts.h"

layout(local_size_x = PH_SELECT_THREADS) in;

layout(std430, binding = STORAGE_TALLIES) buffer TalliesInOut { uint b_tallies[]; };
layout(std430, binding = STORAGE_TOTALS) writeonly buffer TotalsOut { uint b_totals[]; };

uniform uint u_workgroups;  // number of tallies per bucket in this group
uniform uint u_first_tally;
uniform uint u_first_total;
uniform uint u_first_bucket;

shared uint s_sums[PH_SELECT_THREADS];

void main() {
    uint thread = gl_LocalInvocationID.x;
    uint bucket = u_first_bucket + gl_WorkGroupID.x;
    uint first = u_first_tally + bucket * u_workgroups;
    uint each = (u_workgroups + uint(PH_SELECT_THREADS) - 1u) / uint(PH_SELECT_THREADS);
    uint begin = min(thread * each, u_workgroups);
    uint end = min(begin + each, u_workgroups);
    uint sum = 0u;
    for (uint i = begin; i < end; ++i) sum += b_tallies[first + i];
    s_sums[thread] = sum;
    for (uint apart = 1u; apart < uint(PH_SELECT_THREADS); apart *= 2u) {
        barrier();
        uint before = thread >= apart ? s_sums[thread - apart] : 0u;
        barrier();
        s_sums[thread] += before;
    }
    barrier();
    uint before = s_sums[thread] - sum;
    for (uint i = begin; i < end; ++i) {
        uint here = b_tallies[first + i];
        b_tallies[first + i] = before;
        before += here;
    }
    if (thread == uint(PH_SELECT_THREADS) - 1u) b_totals[u_first_total + bucket] = s_sums[thread];
}
