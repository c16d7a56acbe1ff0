import type { Repaint } from '#shared/motion/eyes.ts';
import type { FrameMotion, Offsets } from '#shared/motion/frame-motion.ts';
import type { Layers } from '#shared/motion/layers.ts';
import { opaque, rgbOf } from './canvas-pixels.ts';
import type { Grid } from '#shared/motion/grid.ts';
import type { Renderer } from './renderer.ts';

/** Displaces the positions that vertices sample the picture at, in pixels of the video's frame. */
const vertexSource = `#version 300 es
uniform vec2 frame;
in vec2 vertex;
in float dx;
in float dy;
in float light;
out vec2 place;
out float lift;
void main() {
  vec2 at = (vertex + 0.5) / frame;
  place = at + vec2(dx, dy) / frame;
  // The kernel lifts limited-range luma (219 levels) by the light times 4 y (1 - y).
  lift = light * 4.0 / 219.0;
  gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
}`;

/** Colours are premultiplied: people are a separate layer, drawn over the background. */
const fragmentSource = `#version 300 es
precision highp float;
uniform sampler2D photo;
in vec2 place;
in float lift;
out vec4 colour;
void main() {
  vec4 seen = texture(photo, place);
  float luma = dot(seen.rgb, vec3(0.2126, 0.7152, 0.0722));
  colour = vec4(seen.rgb + lift * luma * max(seen.a - luma, 0.0), seen.a);
}`;

/**
 * Draws with WebGL2: a mesh of the motion's own vertices. Null if the browser has no WebGL2. `onLost` is called once if
 * the context is lost, as happens when the graphics driver restarts or memory is short.
 */
export function createWebglRenderer(
  photo: HTMLCanvasElement,
  grid: Grid,
  onLost: () => void,
): Renderer | null {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: photo.width,
    height: photo.height,
  });
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  const program = gl && linkProgram(gl);
  if (!gl || !program) return null;
  gl.useProgram(program);
  gl.uniform2f(gl.getUniformLocation(program, 'frame'), grid.frameWidth, grid.frameHeight);
  const people = createTexture(gl);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, photo);
  let behind: { texture: WebGLTexture; layers: Layers } | null = null;
  const indices = uploadMesh(gl, program, grid);
  const upload = createMotionUpload(gl, program, grid);
  gl.viewport(0, 0, canvas.width, canvas.height);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  canvas.addEventListener('webglcontextlost', onLost, { once: true });

  function drawLayer(texture: WebGLTexture | null, offsets: Offsets, light: Float32Array): void {
    gl!.bindTexture(gl!.TEXTURE_2D, texture);
    upload(offsets, light);
    gl!.drawElements(gl!.TRIANGLES, indices, gl!.UNSIGNED_INT, 0);
  }

  return {
    canvas,
    takesScene: true,
    setLayers(layers) {
      const { width, height } = layers.background;
      const whole = { left: 0, top: 0, width, height };
      const rgb = rgbOf(photo);
      gl.bindTexture(gl.TEXTURE_2D, people);
      uploadPixels(gl, premultiplied({ patch: whole, rgb }, layers), whole);
      const texture = createTexture(gl);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      uploadPixels(gl, opaque(layers.background.data), whole);
      behind = { texture, layers };
    },
    repaint(part) {
      gl.bindTexture(gl.TEXTURE_2D, people);
      uploadPixels(gl, behind ? premultiplied(part, behind.layers) : opaque(part.rgb), part.patch);
    },
    draw(motion) {
      gl.disable(gl.BLEND);
      if (behind) {
        drawLayer(behind.texture, motion.background ?? motion, motion.light);
        gl.enable(gl.BLEND);
      }
      drawLayer(people, motion, motion.light);
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost);
      // Frees the context and everything in it; browsers allow only a few per page.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.width = 0;
    },
  };
}

/** Null if the context was lost or the driver rejects the shaders. */
function linkProgram(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // Deleted together with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
}

/** A bound texture without pixels yet. */
function createTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  // Motion samples at most a few pixels past the edge.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.MIRRORED_REPEAT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.MIRRORED_REPEAT);
  return texture;
}

function uploadPixels(
  gl: WebGL2RenderingContext,
  rgba: Uint8Array,
  { left, top, width, height }: Repaint['patch'],
): void {
  gl.texSubImage2D(gl.TEXTURE_2D, 0, left, top, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
}

/** A part of the photo minus the contribution of the background behind it, as the server's kernel computes it. */
function premultiplied({ patch, rgb }: Repaint, { alpha, background }: Layers): Uint8Array {
  const rgba = opaque(rgb);
  for (let i = 0; i < patch.width * patch.height; i++) {
    const x = patch.left + (i % patch.width);
    const y = patch.top + Math.floor(i / patch.width);
    const at = y * background.width + x;
    const share = 1 - alpha[at]! / 255;
    rgba[4 * i + 3] = alpha[at]!;
    for (let k = 0; k < 3; k++) {
      const own = rgba[4 * i + k]! - Math.round(background.data[3 * at + k]! * share);
      rgba[4 * i + k] = Math.max(0, own);
    }
  }
  return rgba;
}

/** Uploads two triangles for each cell between the vertices; returns the number of indices. */
function uploadMesh(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { columns, rows, cellSize }: Grid,
): number {
  const vertices = new Float32Array(2 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    vertices[2 * i] = (i % columns) * cellSize;
    vertices[2 * i + 1] = Math.floor(i / columns) * cellSize;
  }
  bindAttribute(gl, program, 'vertex', 2);
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);

  const indices: number[] = [];
  for (let i = 0; i < columns * (rows - 1); i++) {
    if (i % columns === columns - 1) continue;
    indices.push(i, i + 1, i + columns, i + 1, i + columns + 1, i + columns);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(indices), gl.STATIC_DRAW);
  return indices.length;
}

function createMotionUpload(gl: WebGL2RenderingContext, program: WebGLProgram, { columns, rows }: Grid) {
  const buffers = (['dx', 'dy', 'light'] as const).map((name) => {
    const buffer = bindAttribute(gl, program, name, 1);
    gl.bufferData(gl.ARRAY_BUFFER, 4 * columns * rows, gl.DYNAMIC_DRAW);
    return { name, buffer };
  });
  return (offsets: Offsets, light: FrameMotion['light']): void => {
    const values = { ...offsets, light };
    for (const { name, buffer } of buffers) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, values[name]);
    }
  };
}

function bindAttribute(gl: WebGL2RenderingContext, program: WebGLProgram, name: string, size: 1 | 2) {
  const location = gl.getAttribLocation(program, name);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0);
  return buffer;
}
