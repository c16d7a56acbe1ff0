import { chooseMovement, pathOf } from './camera.ts';
import { breath, type Curve, sway } from './curves.ts';
import { keepInFrame } from './cut-head.ts';
import { createGrid, createMovement, type Grid, type Movement, sampleToGrid } from './grid.ts';
import { heldCamera, hold, stillnessOf } from './hold.ts';
import { type Head, headOf, isMouthClosed, moveHead, yawOf } from './head.ts';
import {
  type CameraMovement,
  type Liveliness,
  type MotionOptions,
  defaultAnimationOptions,
} from './movements.ts';
import { type MovingPet, movePet } from './pets.ts';
import { createPetRhythm } from './pet-rhythm.ts';
import { smoothstep } from './plane.ts';
import { createRhythm, type Rhythm } from './rhythm.ts';
import { restArea } from './rest-area.ts';
import type { Scene } from './scene.ts';

/** The maximum share by which the camera may stretch or squeeze any part of a single-layer picture. */
const maxStrain = 0.085;
/** The depth that stands still under parallax. */
const pivotDepth = 0.4;
/** Depth of a people layer, and of the top of the background behind it. */
const layerDepth = 1;
/** Sway fades out towards the edges of the frame, so that nothing beyond them becomes visible: in pixels at 768. */
const edgeWidth = 110;

/** In a group inside a border that is kept, people move in full where the camera moves by this share. */
const nearBorder = 0.12;

const amounts: Readonly<Record<Liveliness, { camera: number; life: number }>> = {
  calm: { camera: 0.7, life: 0.65 },
  natural: { camera: 1, life: 1 },
  lively: { camera: 1.2, life: 1.3 },
};

/** The movements of a layer, on its own grid. */
export interface LayerPlan extends Grid {
  readonly movements: readonly Movement[];
}

/**
 * Everything about a photo's motion that is constant across frames. Its own movements are those of the photo, or of its
 * people if they are a separate layer.
 */
export interface MotionPlan extends LayerPlan {
  readonly movement: CameraMovement;
  /**
   * The background behind them, on a grid of 16 pixels, as only the camera moves it, which bends nothing sharply; null in
   * a single-layer picture.
   */
  readonly background: LayerPlan | null;
  /** The people, each with their own rhythm. */
  readonly people: readonly {
    readonly head: Head;
    /** True for those who don't move, lids and eyes included. */
    readonly rests: boolean;
    readonly rhythm: Rhythm;
    /** Where their eyes look, in eye widths from straight ahead. */
    readonly gaze: Curve;
  }[];
  /** The animals, each with their own rhythm. */
  readonly pets: readonly MovingPet[];
  /** Defocus of the background, 0 to 1. */
  readonly blur: Curve;
  /** The position of each vertex along the path of the light, which moves from 0 to about 1.15. */
  readonly lightPath: Float32Array;
}

/**
 * Plans the motion of a photo. Deterministic: the same scene and options give the same plan. A finer grid than necessary
 * gives the same motion, drawn slightly smoother.
 */
export function planMotion(
  scene: Scene,
  options: MotionOptions = defaultAnimationOptions,
  cellSize: Grid['cellSize'] = scene.faces.length + scene.pets.length > 0 ? 8 : 16,
): MotionPlan {
  const { alive, ...plan } = createPlan(scene, options, cellSize);
  const { background } = plan;
  if (!scene.held) return { ...plan, movements: [...plan.movements, ...alive] };
  const { held } = scene;
  const heldBy = (layer: LayerPlan, movements: readonly Movement[], free: number): Movement[] => {
    const shares = stillnessOf(layer, held).map((share) => Math.min(1, share / free));
    return movements.map((movement) => hold(movement, layer, shares));
  };
  return {
    ...plan,
    movements: [
      ...heldBy(plan, plan.movements, 1),
      ...heldBy(plan, alive, scene.faces.length > 2 ? nearBorder : 1),
    ],
    background: background && { ...background, movements: heldBy(background, background.movements, 1) },
    // Both would extend over the border.
    blur: () => 0,
    lightPath: plan.lightPath.map(() => Infinity),
  };
}

/** The plan of a photo without a border: that of the camera, and how everybody in it moves by themselves (`alive`). */
function createPlan(
  scene: Scene,
  options: MotionOptions,
  cellSize: Grid['cellSize'],
): MotionPlan & { readonly alive: readonly Movement[] } {
  const { frame, faces, estimate, isLayered, seed } = scene;
  const resting = new Set(scene.found.flatMap(({ of, rests }) => (rests ? [of] : [])));
  // Whoever rests keeps their turn, so that nobody else's rhythm changes.
  const pets = scene.pets.map((pet, i) => ({
    pet,
    rests: resting.has(pet),
    rhythm: createPetRhythm(seed, i, pet.species),
  }));
  const grid = createGrid(frame, cellSize);
  const { camera, life } = amounts[options.liveliness];
  const amount = scene.held ? heldCamera * camera : camera;
  const movement = chooseMovement(scene, options.motion);
  const people = faces.map((face, i) => {
    const rhythm = createRhythm(seed, i, faces.length > 2);
    const head = headOf(face);
    return { head, rests: resting.has(face), rhythm, gaze: gazeOf(rhythm, yawOf(head, frame, life)) };
  });
  const path = pathOf(movement, isLayered);
  const depth = sampleToGrid(estimate.depth, grid);
  const presence = sampleToGrid(estimate.presence, grid);
  const context = { scene, grid, movement, amount, centre: centreOfInterest(scene, presence, grid) };
  const heads = people.map(({ head }) => head);
  const alive = [
    ...moveBodies(context, presence, people, life),
    ...people
      .filter(({ rests }) => !rests)
      .flatMap(({ head, rhythm }) =>
        keepInFrame(head, grid, moveHead(grid, head, rhythm, life, isMouthClosed(head), heads)),
      ),
    ...movePets(grid, pets, people, life, presence),
  ];
  const still = restArea(grid, people, pets);
  const behind = createGrid(frame, 16);
  const ground = (i: number): number => 0.25 * (Math.floor(i / behind.columns) / behind.rows) ** 2;
  const near = isLayered ? () => layerDepth : (i: number) => depth[i]!;
  return {
    ...grid,
    movement,
    movements: moveCamera(context, near, isLayered ? Infinity : maxStrain / steepest(depth, grid)),
    alive: still ? alive.map((movement) => hold(movement, grid, still)) : alive,
    background: isLayered
      ? { ...behind, movements: moveCamera({ ...context, grid: behind }, ground, Infinity) }
      : null,
    people,
    pets,
    blur: (phase) => (isLayered ? path.focus * path.zoom(phase) : 0),
    lightPath: Float32Array.from(depth, (_, i) => {
      const x = ((i % grid.columns) * grid.cellSize) / frame.width;
      const y = (Math.floor(i / grid.columns) * grid.cellSize) / frame.height;
      return 0.8 * x + 0.35 * y;
    }),
  };
}

/** The distance of an iris from the centre of the eyeball, in eye widths: some 12 of 30 millimetres. */
const eyeballRadius = 0.4;

/** The glances of a person, otherwise the viewer: while the head turns, the eyes turn back. */
function gazeOf(rhythm: Rhythm, yaw: number): Curve {
  return (phase) => rhythm.gaze(phase) - eyeballRadius * yaw * rhythm.yaw(phase);
}

interface Context {
  readonly scene: Scene;
  readonly grid: Grid;
  readonly movement: CameraMovement;
  readonly amount: number;
  /** The point that the camera looks at. */
  readonly centre: { readonly x: number; readonly y: number };
}

/** The camera's movements for a layer of this depth (by vertex). `maxSway` limits sway in pixels per unit of depth. */
function moveCamera(
  { scene, grid, movement, amount, centre }: Context,
  depth: (index: number) => number,
  maxSway: number,
): Movement[] {
  const { width, height } = scene.frame;
  const unit = Math.min(width, height) / 768;
  const path = pathOf(movement, scene.isLayered);
  const limited = (length: number): number =>
    Math.sign(length) * Math.min(Math.abs(length) * unit * amount, maxSway);
  // In a single layer, differences in depth bend the picture; with two layers, nothing is bent.
  const spread = Math.min(1, maxSway / 12);
  const share = (i: number): number =>
    (path.zoomFar + (path.zoomNear - path.zoomFar) * spread * depth(i)) * amount;
  const inner = (position: number, size: number): number =>
    smoothstep(0, edgeWidth * unit, position) * smoothstep(0, edgeWidth * unit, size - position);
  const room = { x: (path.zoomFar * amount * width) / 2, y: (path.zoomFar * amount * height) / 2 };
  return [
    createMovement(grid, path.zoom, (x, y, i) => [(centre.x - x) * share(i), (centre.y - y) * share(i)]),
    createMovement(grid, sway, (x, y, i) => [
      -limited(path.orbitX) * (depth(i) - pivotDepth) * inner(x, width),
      -limited(path.orbitY) * (depth(i) - pivotDepth) * inner(y, height),
    ]),
    createMovement(
      grid,
      (phase) => path.zoom(phase) * sway(phase),
      () => [path.panX * room.x, path.panY * room.y],
    ),
  ];
}

/** Breath in shoulders and chest: for each person with a detected head, else for the subject. */
function moveBodies(
  { scene, grid, centre }: Context,
  presence: Float32Array,
  people: MotionPlan['people'],
  life: number,
): Movement[] {
  const { width, height } = scene.frame;
  if (people.length > 0) {
    return people.flatMap(({ head, rests, rhythm }) => {
      if (rests) return [];
      const chest = { x: head.x - 1.25 * head.height * head.sin, y: head.y + 1.25 * head.height * head.cos };
      const reach = { x: 1.5 * head.width, y: 0.75 * head.height };
      const chestMoves = createMovement(
        grid,
        rhythm.breath,
        (x, y, i) => {
          const u = (x - chest.x) / reach.x;
          const v = (y - chest.y) / reach.y;
          const around = Math.exp(-(u * u + v * v)) * presence[i]! * life;
          return [-0.009 * head.width * Math.max(-1, Math.min(1, u)) * around, 0.016 * head.height * around];
        },
        {
          left: chest.x - 2.2 * reach.x,
          right: chest.x + 2.2 * reach.x,
          top: chest.y - 2.2 * reach.y,
          bottom: chest.y + 2.2 * reach.y,
        },
      );
      return keepInFrame(head, grid, [chestMoves]);
    });
  }
  if (scene.pets.length > 0) return [];
  const unit = Math.min(width, height) / 768;
  const sure = scene.estimate.confidence * life;
  const chest = Math.min(0.8 * height, centre.y + 0.12 * height);
  return [
    createMovement(grid, breath, (x, y, i) => {
      const around = Math.exp(-(((y - chest) / (0.2 * height)) ** 2)) * presence[i]! * sure;
      const side = Math.max(-1, Math.min(1, (x - centre.x) / (0.25 * width)));
      return [-2.6 * unit * side * around, 3.2 * unit * around];
    }),
    // A subject without a detected face (a pet, someone turned away) leans from side to side.
    createMovement(grid, sway, (_x, y, i) => [
      -4.5 * unit * sure * presence[i]! * (1 - smoothstep(0, 1, y / height)),
      0,
    ]),
  ];
}

function movePets(
  grid: Grid,
  pets: readonly MovingPet[],
  people: MotionPlan['people'],
  life: number,
  presence: Float32Array,
): Movement[] {
  const persons = people.map(({ head: { x, y, width } }) => ({ x, y, radius: 0.6 * width }));
  return pets.flatMap((each) => {
    if (each.rests) return [];
    const others = pets.flatMap(({ pet }) => (pet.head && pet !== each.pet ? [pet.head] : []));
    return movePet(grid, each, life, presence, [...persons, ...others]);
  });
}

/** The largest change per pixel among a grid's values. */
function steepest(values: Float32Array, { columns, cellSize }: Grid): number {
  let most = 1e-6;
  for (let i = columns; i < values.length; i++) {
    if (i % columns === 0) continue;
    const across = values[i]! - values[i - 1]!;
    const down = values[i]! - values[i - columns]!;
    most = Math.max(most, Math.hypot(across, down) / cellSize);
  }
  return most;
}

/** The point that the camera approaches: between the centre of the frame and that of the faces, or of the subject. */
function centreOfInterest(
  { frame: { width, height }, faces, pets, estimate }: Scene,
  presence: Float32Array,
  { columns, cellSize }: Grid,
): { x: number; y: number } {
  let sum = 1e-6;
  let sumX = 0;
  let sumY = 0;
  const heads = [
    ...faces,
    ...pets.flatMap(({ head }) => (head ? [{ x: head.x, y: head.y, width: 2 * head.radius }] : [])),
  ];
  if (heads.length > 0) {
    for (const head of heads) {
      sum += head.width;
      sumX += head.width * head.x;
      sumY += head.width * head.y;
    }
  } else {
    for (let i = 0; i < presence.length; i++) {
      sum += presence[i]!;
      sumX += presence[i]! * (i % columns) * cellSize;
      sumY += presence[i]! * Math.floor(i / columns) * cellSize;
    }
  }
  const pull = 0.5 * (heads.length > 0 ? 1 : estimate.confidence);
  return {
    x: (width / 2) * (1 - pull) + (sumX / sum) * pull,
    y: (height / 2) * (1 - pull) + (sumY / sum) * pull,
  };
}
