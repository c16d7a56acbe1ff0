import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { moveFocus } from '#client/lib/focus.ts';
import button from './plain/button.module.css';
import classes from './action-menu.module.css';

/** Something that can be done. */
export interface MenuAction {
  key: string;
  text: string;
  icon: ReactNode;
  /** It can't be taken back easily. */
  grave?: boolean;
  onChoose: () => void;
}

interface ActionMenuProps {
  /** What the button is called; it says what the actions are for. */
  label: string;
  actions: readonly MenuAction[];
  /** Called before it opens, for actions whose texts depend on the moment. */
  onOpen?: () => void;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with a menu of actions. Arrow keys move within it, Escape closes it, and the focus returns to the button before
 * the chosen action may move it on, to a dialog for instance.
 */
export function ActionMenu({ label, actions, onOpen, className = '', ref }: ActionMenuProps) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);

  function change(open: boolean) {
    if (open) onOpen?.();
    setOpened(open);
    if (!open) moveFocus(target, { stay: true });
  }

  return (
    <Menu
      opened={opened}
      onChange={change}
      position="bottom-end"
      // Outside of the page's main region, screen readers would lose where it is.
      withinPortal={false}
      shadow="none"
      // Ours comes first: a dialog that an action opens would lose the focus again.
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: classes.menu,
        item: classes.item,
        itemSection: classes.icon,
        itemLabel: classes.text,
      }}
    >
      <Menu.Target>
        <button
          ref={useMergedRef(target, ref)}
          type="button"
          className={`${button.round} ${className}`}
          aria-label={label}
        >
          <IconDots size={22} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, text, icon, grave, onChoose }, index) => (
          <Menu.Item
            key={key}
            leftSection={icon}
            data-autofocus={index === 0 || undefined}
            data-grave={grave}
            closeMenuOnClick={false}
            onClick={() => {
              change(false);
              onChoose();
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
