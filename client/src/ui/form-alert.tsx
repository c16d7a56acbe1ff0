import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form-alert.module.css';

/** Why a form was rejected; announced when it appears. */
export function FormAlert({ id, text }: { id: string; text: string }) {
  return (
    <Alert
      id={id}
      classNames={{ root: classes.alert, icon: classes.icon, message: classes.message }}
      icon={<IconAlertCircle aria-hidden />}
      radius="md"
    >
      {text}
    </Alert>
  );
}
