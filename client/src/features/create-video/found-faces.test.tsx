// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { FoundFaces } from './found-faces.tsx';
import type { FaceInView } from './marked-faces.ts';

const box = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 };
const person: FaceInView = {
  kind: 'person',
  box,
  inPhoto: box,
  blinks: true,
  gazes: true,
  turns: true,
  rests: false,
};
const pet = (species: NonNullable<FaceInView['species']>): FaceInView => ({
  ...person,
  kind: 'pet',
  species,
});
const tiny: FaceInView = { ...person, why: 'too_small' };
const resting: FaceInView = { ...person, rests: true };

test.each([
  [[person], 'We found one person. Choose the face if it should stay still.'],
  [[person, person, pet('dog')], 'We found two people and a dog. Choose a face that should stay still.'],
  [
    [pet('cat'), pet('cat'), pet('giraffe'), person],
    'We found one person, two cats and an animal. Choose a face that should stay still.',
  ],
  [Array.from({ length: 12 }, () => tiny), 'We found 12 people.'],
  [[resting, person], 'We found two people. One face stays still.'],
  [[resting, resting, pet('dog')], 'We found two people and a dog. 2 faces stay still.'],
])('says who was found, and that they may rest: %#', (faces, text) => {
  show(<FoundFaces faces={faces} />, {});
  expect(screen.getByText(/^We found/).parentElement?.textContent.trim()).toBe(text);
});
