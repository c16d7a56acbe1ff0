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
      <g className={classes.people} fill="#2a1917" stroke="#2a1917" strokeLinecap="round">
        <g stroke="none">
          <circle cx="150" cy="262" r="17" />
          <circle cx="150" cy="243" r="8" />
          <path d="M136 285c-10 6-16 27-18 55l-8 78q40 10 80 0l-8-78c-2-28-8-49-18-55q-14-6-28 0z" />
          <circle cx="224" cy="326" r="14" />
          <path d="M215 343c-5 6-9 31-15 57q24 8 48 0c-6-26-10-51-15-57q-9-4-18 0z" />
          <ellipse cx="80" cy="402" rx="15" ry="21" />
          <circle cx="80" cy="374" r="12" />
          <path d="M69 372l-4 12 9-4zM91 372l4 12-9-4z" />
        </g>
        <path d="M169 299q14 26 32 54" strokeWidth="13" fill="none" />
        <path d="M217 351l-15 3" strokeWidth="9" fill="none" />
        <path d="M216 402v20M232 402v20" strokeWidth="7" fill="none" />
        <path d="M66 414q-12 2-16-8" strokeWidth="5" fill="none" />
      </g>
    </svg>
  );
}
