import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** A link as a QR code, dark on light in both colour schemes, since cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={classes.code}>
      <path d={squares.join('')} />
    </svg>
  );
}
