import type { FrameMotion } from '../../../../shared/motion/frame-motion.ts';
import { cellSize } from '../../../../shared/motion/motion-plan.ts';
import type { MotionGrid } from './living-motion.ts';
import type { Renderer } from './renderer.ts';

/** Moves the places that vertices take their picture from, in pixels of the video's frame. */
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

const fragmentSource = `#version 300 es
precision highp float;
uniform sampler2D photo;
in vec2 place;
in float lift;
out vec4 colour;
void main() {
  vec3 rgb = texture(photo, place).rgb;
  float luma = dot(rgb, vec3(0.2126, 0.7152, 0.0722));
  colour = vec4(rgb + lift * luma * (1.0 - luma), 1.0);
}`;

/**
 * Draws by WebGL2: a mesh of the motion's own vertices. Null where the browser has no WebGL2. `onLost` is told once if
 * the context is lost, as happens when the graphics driver restarts or memory is short.
 */
export function createWebglRenderer(
  photo: HTMLCanvasElement,
  grid: MotionGrid,
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
  uploadPhoto(gl, photo);
  const indices = uploadMesh(gl, program, grid);
  const upload = createMotionUpload(gl, program, grid);
  gl.viewport(0, 0, canvas.width, canvas.height);
  canvas.addEventListener('webglcontextlost', onLost, { once: true });
  return {
    canvas,
    draw(motion) {
      upload(motion);
      gl.drawElements(gl.TRIANGLES, indices, gl.UNSIGNED_SHORT, 0);
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost);
      // Frees the context with all that is in it; browsers allow a page only a few.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.width = 0;
    },
  };
}

/** Null where the context was lost or the driver refuses the shaders. */
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
    // Goes with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
}

function uploadPhoto(gl: WebGL2RenderingContext, photo: HTMLCanvasElement): void {
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, photo);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  // Motion looks a pixel past the edge at most.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}

/** Two triangles for each cell between the vertices; answers the number of indices. */
function uploadMesh(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { columns, rows }: MotionGrid,
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
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint16Array.from(indices), gl.STATIC_DRAW);
  return indices.length;
}

function createMotionUpload(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { columns, rows }: MotionGrid,
) {
  const buffers = (['dx', 'dy', 'light'] as const).map((name) => {
    const buffer = bindAttribute(gl, program, name, 1);
    gl.bufferData(gl.ARRAY_BUFFER, 4 * columns * rows, gl.DYNAMIC_DRAW);
    return { name, buffer };
  });
  return (motion: FrameMotion): void => {
    for (const { name, buffer } of buffers) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, motion[name]);
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
