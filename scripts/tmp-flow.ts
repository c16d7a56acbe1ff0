import { planMotion } from '../shared/motion/motion-plan.ts';
import { createMotionSampler } from '../shared/motion/frame-motion.ts';
import { createScene } from '../shared/motion/scene.ts';
import { cameraMovements } from '../shared/motion/movements.ts';
import { portraitDetection } from '../tests/support/drawn-detection.ts';
import { drawPortrait } from '../tests/support/drawn-portrait.ts';
import { estimateDepth } from '../shared/motion/depth.ts';
import { planeLike } from '../shared/motion/plane.ts';
const photo = drawPortrait(768, 960);
const detection = portraitDetection(768, 960);
const est = estimateDepth(photo, detection.people);
const flat = { depth: planeLike({ width: 96, height: 120 }, (i) => Math.floor(i / 96) / 120), presence: planeLike({ width: 96, height: 120 }, () => 0), confidence: 0, people: null };
const kinds = { portrait: createScene(photo, est, detection, 5), group: createScene(photo, { ...est, people: null } as any, detection, 5), place: createScene(photo, flat as any, null, 5) };
for (const [name, scene] of Object.entries(kinds)) {
  const fields = cameraMovements.map((motion) => {
    const s = createMotionSampler(planMotion(scene, { motion, liveliness: 'natural' }, 16));
    const f: number[] = []; let prev: number[] = []; const d: number[] = [];
    for (let n = 0; n <= 30; n++) { const m = s(n / 30); const now = [...m.dx, ...m.dy, ...(m.background ? [...m.background.dx, ...m.background.dy] : [])]; if (n < 30) f.push(...now); if (prev.length) for (let i = 0; i < now.length; i++) d.push(now[i]! - prev[i]!); prev = now; }
    return { f, d };
  });
  for (const key of ['f', 'd'] as const) {
    const rms = (a: number[], b?: number[]) => Math.sqrt(a.reduce((s, v, i) => s + (v - (b ? b[i]! : 0)) ** 2, 0) / a.length);
    console.log(name, key, cameraMovements.map((m, i) => m + ' ' + rms(fields[i]![key]).toFixed(1)).join(', '));
    for (let i = 0; i < 8; i++) for (let j = i + 1; j < 8; j++) { const r = rms(fields[i]![key], fields[j]![key]) / Math.max(rms(fields[i]![key]), rms(fields[j]![key])); if (r < 0.55) console.log('   ', cameraMovements[i], cameraMovements[j], r.toFixed(2)); }
  }
}
