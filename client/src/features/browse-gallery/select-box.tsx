import { useTranslation } from 'react-i18next';
import classes from './select-box.module.css';

interface SelectBoxProps {
  /** The video's title. */
  name: string;
  chosen: boolean;
  onToggle: () => void;
}

/** Selects a video for an album; the touch target is larger than the visible box. */
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
