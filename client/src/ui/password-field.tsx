import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { programLimits } from '#shared/program-limits.ts';

interface PasswordFieldProps extends PasswordInputProps {
  /** A new password or the current one, for password managers. */
  is: 'new' | 'current';
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button to show it; for a new password, also with the rule for it. */
export function PasswordField({ is, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      description={
        is === 'new' ? t('auth.passwordHint', { min: programLimits.account.minPasswordLength }) : undefined
      }
      autoComplete={`${is}-password`}
      required
      withAsterisk={false}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'auth.hidePassword' : 'auth.showPassword'),
      }}
      {...input}
    />
  );
}
