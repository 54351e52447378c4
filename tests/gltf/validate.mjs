// node validate.mjs FILE...: prints a JSON list with what Khronos's validator finds in each file.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// The package is in the current folder, not beside this script.
const validator = createRequire(path.join(process.cwd(), 'package.json'))('gltf-validator');
const reports = [];
for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: file, maxIssues: 0 });
    reports.push({ file, errors: report.issues.numErrors, warnings: report.issues.numWarnings,
                   messages: report.issues.messages, triangles: report.info?.totalTriangleCount ?? 0 });
}
console.log(JSON.stringify(reports));
