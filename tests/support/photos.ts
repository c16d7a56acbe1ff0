import sharp from 'sharp';

/** A small portrait-like drawing that the animator has something to do with: a head and shoulders before a wall. */
export async function portrait({
  width = 480,
  height = 600,
}: {
  width?: number;
  height?: number;
} = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" preserveAspectRatio="xMidYMid slice" width="${width}" height="${height}">
    <defs><linearGradient id="wall" x2="1" y2="1"><stop stop-color="#8d9aa6"/><stop offset="1" stop-color="#4e5a66"/></linearGradient>
    <radialGradient id="face" cx=".4" cy=".35"><stop stop-color="#e8c39e"/><stop offset="1" stop-color="#a9744f"/></radialGradient></defs>
    <rect width="480" height="600" fill="url(#wall)"/>
    ${Array.from({ length: 24 }, (_, i) => `<path d="M${i * 20} 0V600" stroke="#5d6873" stroke-width="${1 + (i % 3)}" opacity=".5"/>`).join('')}
    <path d="M60 600Q80 400 240 390Q400 400 420 600Z" fill="#553b2f"/><path d="M200 340h80v80q-40 30-80 0Z" fill="#b98660"/>
    <ellipse cx="240" cy="250" rx="105" ry="135" fill="url(#face)"/><path d="M132 230Q140 100 240 100T348 230Q320 150 240 150T132 230" fill="#2e211b"/>
    <ellipse cx="200" cy="240" rx="16" ry="10" fill="#fff"/><ellipse cx="280" cy="240" rx="16" ry="10" fill="#fff"/>
    <circle cx="200" cy="240" r="7" fill="#241a14"/><circle cx="280" cy="240" r="7" fill="#241a14"/>
    <path d="M200 315q40 25 80 0" stroke="#7c3c34" stroke-width="7" fill="none"/></svg>`;
  return sharp(Buffer.from(svg)).resize(width, height).jpeg({ quality: 92 }).toBuffer();
}
