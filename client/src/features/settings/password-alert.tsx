import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import { FormAlert } from '#client/ui/form-alert.tsx';

/** Why a form that asks for the password was refused; renders nothing otherwise. */
export function PasswordAlert({ id, code }: { id: string; code: ErrorCode | null }) {
  const { t } = useTranslation();
  if (!code) return null;
  return (
    <FormAlert id={id} text={t(code === 'wrong_credentials' ? 'account.password.wrong' : `errors.${code}`)} />
  );
}
