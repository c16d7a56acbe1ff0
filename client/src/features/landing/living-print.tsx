import { useTranslation } from 'react-i18next';
import classes from './living-print.module.css';

/** The idea in one drawing: an old, still print, and over it a new one in which the same scene breathes. */
export function LivingPrint() {
  const { t } = useTranslation();
  return (
    <div className={classes.stage} role="img" aria-label={t('landing.illustration')}>
      <div className={`${classes.print} ${classes.old}`}>
        <Scene id="then" />
      </div>
      <div className={`${classes.print} ${classes.alive}`}>
        <Scene id="now" />
      </div>
    </div>
  );
}

/** A grandparent and a child by the sea at evening, in layers that can move apart. */
function Scene({ id }: { id: string }) {
  return (
    <svg
      viewBox="0 0 400 480"
      className={classes.scene}
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <defs>
        <linearGradient id={`sky-${id}`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f3d9b1" />
          <stop offset="0.62" stopColor="#eeb088" />
          <stop offset="1" stopColor="#dc8a66" />
        </linearGradient>
        <linearGradient id={`sea-${id}`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#a86f63" />
          <stop offset="1" stopColor="#6d4a52" />
        </linearGradient>
        <radialGradient id={`glow-${id}`}>
          <stop offset="0" stopColor="#fff3d6" stopOpacity="0.9" />
          <stop offset="1" stopColor="#fff3d6" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-20" y="-20" width="440" height="320" fill={`url(#sky-${id})`} />
      <circle cx="262" cy="196" r="130" fill={`url(#glow-${id})`} className={classes.glow} />
      <circle cx="262" cy="196" r="38" fill="#fff1d0" />
      <g className={classes.far}>
        <path d="M-40 262c60-42 120-50 172-26 34 15 60 18 98 26z" fill="#b9765f" opacity="0.75" />
        <path d="M270 262c50-26 96-34 170-20v20z" fill="#b9765f" opacity="0.55" />
      </g>
      <rect x="-20" y="260" width="440" height="130" fill={`url(#sea-${id})`} />
      <g className={classes.waves} stroke="#ffe3bd" strokeLinecap="round" strokeWidth="3" opacity="0.75">
        <path d="M236 276h54M222 292h78M248 308h40M212 326h92M240 344h52" />
      </g>
      <g className={classes.birds} fill="none" stroke="#6b4138" strokeLinecap="round" strokeWidth="2.5">
        <path d="M96 120q8-9 15 0q8-9 15 0M146 150q6-7 11 0q6-7 11 0" />
      </g>
      <g className={classes.near}>
        <path d="M-40 400c80-34 170-40 240-26s150 18 240 0v126H-40z" fill="#4a2f2c" />
        <path d="M-40 436c110-30 230-26 300-12s120 12 180 4v72H-40z" fill="#38221f" />
      </g>
      <g className={classes.people} fill="#2a1917">
        <path d="M128 258a17 17 0 1 1 .1 0zM111 238c8-6 26-6 34 0l2-5c-4-15-34-15-38 0z" />
        <path d="M104 412c2-52 2-92 8-122 3-16 11-24 17-24s16 6 19 22c3 14 4 28 7 42l18 30-8 6-19-26c1 28 3 50 6 72z" />
        <path d="M196 330a13 13 0 1 1 .1 0z" />
        <path d="M172 416c5-28 8-46 12-62 2-11 7-18 13-18s11 7 13 18c4 16 8 36 13 62l-19 2-6-26-7 26z" />
        <path d="M188 350l-20 16-5-6 20-18z" />
      </g>
    </svg>
  );
}
