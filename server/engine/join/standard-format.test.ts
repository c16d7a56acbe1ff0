import { expect, test } from 'vitest';
import { isStandardFormat, type PacketTime } from './standard-format.ts';

/** Packets as x264 writes them: each GOP's last frame is decoded before the others. */
function packets(count: number, joints = [0, 25, count - 25]): PacketTime[] {
  const frames = joints.flatMap((joint, i) => {
    const end = joints[i + 1] ?? count;
    const rest = Array.from({ length: end - joint - 2 }, (_, n) => joint + 1 + n);
    return [joint, end - 1, ...rest];
  });
  return frames.map((frame) => ({ timestamp: frame / 25, key: joints.includes(frame) }));
}

test('recognises a clip with the standard keyframes, also with timestamps rounded to ticks', () => {
  expect(isStandardFormat(packets(150))).toBe(true);
  expect(isStandardFormat(packets(75))).toBe(true);
  const ticks = packets(150).map((packet) => ({
    ...packet,
    timestamp: Math.round(packet.timestamp * 600) / 600,
  }));
  expect(isStandardFormat(ticks)).toBe(true);
});

test('rejects clips that deviate from the standard format', () => {
  const change = (n: number, changes: Partial<PacketTime>): PacketTime[] =>
    packets(150).map((packet, i) => (i === n ? { ...packet, ...changes } : packet));
  const others = {
    'with a keyframe missing': packets(150, [0, 25]),
    'with a keyframe more': change(60, { key: true }),
    'with joints elsewhere': packets(150, [0, 24, 125]),
    'that shows a frame twice': change(60, { timestamp: 61 / 25 }),
    'at another rate': packets(150).map((packet) => ({ ...packet, timestamp: (packet.timestamp * 25) / 24 })),
    'that starts late': packets(150).map((packet) => ({ ...packet, timestamp: packet.timestamp + 1 })),
    'with a frame across a joint': change(20, { timestamp: 30 / 25 }),
    'too short for two crossfades': packets(74),
    'without frames': [],
  };
  for (const [how, clip] of Object.entries(others)) expect(isStandardFormat(clip), how).toBe(false);
});
