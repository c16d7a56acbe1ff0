import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatBytes } from '#client/lib/format.ts';
import { hasHelp } from '../refusal-help.ts';

/** What to do about a file that can't be used, as plain words; nothing where the error's own text says it. */
export function RefusalHelp({ code, file }: { code: ErrorCode | null; file: Blob }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!hasHelp(code)) return null;
  return <span>{t(`upload.help.${code}`, { size: formatBytes(file.size, language) })}</span>;
}
