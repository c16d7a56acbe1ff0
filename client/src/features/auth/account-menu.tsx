import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './account-menu.module.css';
import { useUser } from './signed-in.tsx';
import { useLogOut } from './use-log-out.ts';

/** The avatar (first letter of the email) with its menu: the email, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { email } = useUser();
  const logOut = useLogOut();
  return (
    <Menu
      position="bottom-end"
      offset={6}
      width={260}
      radius="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={t('header.account', { email })}
          data-letter={email.charAt(0).toUpperCase()}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label className={classes.label}>
          {t('header.signedInAs')}
          <strong className={classes.email}>{email}</strong>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          className={classes.item}
          leftSection={<IconLogout size={18} aria-hidden />}
          disabled={logOut.isPending}
          onClick={() => logOut.mutate()}
        >
          {t('header.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
