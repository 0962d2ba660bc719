import { Menu, type MenuItemProps, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react';
import type { MenuButtonProps, MenuEntry } from './menu-button.tsx';
import type { AnchorTag } from './record/screen-link.tsx';

/** The menu of a MenuButton: replaces the button on first use and opens at once. */
export function MenuList({ button, entries, tooltip, width, staysOpen = false, onToggle }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  /** If the menu was opened by a key, focuses its first entry. */
  const [isByKeys, setByKeys] = useState(false);
  useEffect(() => {
    // The pressed button was replaced, so the focus moves to the new one.
    target.current?.focus();
    setByKeys(isShownFocused(target.current));
    setOpen(true);
  }, []);
  useEffect(() => onToggle?.(isOpen), [isOpen, onToggle]);
  const opener = <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>;
  return (
    <Menu
      opened={isOpen}
      onChange={(next) => {
        if (next) setByKeys(isShownFocused(target.current));
        setOpen(next);
      }}
      position="bottom-end"
      withInitialFocusPlaceholder={!isByKeys}
      closeOnItemClick={!staysOpen}
      {...(width && { width })}
    >
      {tooltip ? (
        <Tooltip label={tooltip} disabled={isOpen}>
          {opener}
        </Tooltip>
      ) : (
        opener
      )}
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a menu stay in their places
          <MenuEntryLine key={index} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const isShownFocused = (button: HTMLElement | null) => button?.matches(':focus-visible') ?? false;

function MenuEntryLine({ entry }: { entry: MenuEntry }): ReactElement {
  if (entry === 'divider') return <Menu.Divider />;
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>;
  if ('content' in entry) return <div style={{ padding: '8px 12px' }}>{entry.content}</div>;
  if ('onToggle' in entry) {
    return (
      <Menu.CheckboxItem checked={entry.checked} onChange={entry.onToggle}>
        {entry.label}
      </Menu.CheckboxItem>
    );
  }
  const { label, onClick, to, icon: Icon, danger, isChosen, count } = entry;
  const look = {
    ...(Icon && { leftSection: <Icon size={16} /> }),
    ...((isChosen || count !== undefined) && {
      rightSection: (
        <>
          {count !== undefined && <span className="tabular">{count}</span>}
          {isChosen && <IconCheck size={16} />}
        </>
      ),
    }),
    ...(isChosen && { 'aria-current': true }),
    ...(danger && { c: 'var(--aisle-bad)' }),
  };
  if (to !== undefined) {
    return (
      <MenuItemLink {...to} {...look} {...(onClick && { onClick })}>
        {label}
      </MenuItemLink>
    );
  }
  return (
    <Menu.Item {...look} {...(onClick && { onClick })}>
      {label}
    </Menu.Item>
  );
}

const MenuItemLink = createLink((props: AnchorTag<MenuItemProps>) => <Menu.Item component="a" {...props} />);
