// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { useVideoNames } from './video-title.ts';

const video = (taskId: string, name: string | null) => ({ taskId, name, createdAt: '2025-11-21T10:00:00Z' });
const videos = [video('d', 'Nonna'), video('c', 'Zia'), video('b', 'Nonna'), video('a', 'Nonna')];

function Names() {
  const nameOf = useVideoNames(videos);
  return <p>{videos.map(nameOf).join(' | ')}</p>;
}

test('videos of the same title are numbered, the oldest first', () => {
  show(<Names />);
  expect(screen.getByText('Nonna, 3 of 3 | Zia | Nonna, 2 of 3 | Nonna, 1 of 3')).toBeDefined();
});
