import { useTranslation } from 'react-i18next';
import classes from './select-box.module.css';

interface SelectBoxProps {
  /** The video's. */
  name: string;
  chosen: boolean;
  onToggle: () => void;
}

/** Chooses a video for an album; what can be touched is larger than the box that is seen. */
export function SelectBox({ name, chosen, onToggle }: SelectBoxProps) {
  const { t } = useTranslation();
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.box}
        checked={chosen}
        onChange={onToggle}
        aria-label={t('gallery.select', { name })}
      />
    </label>
  );
}
