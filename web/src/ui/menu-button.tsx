import { Tooltip } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import {
  type ComponentType,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { later } from '../core/pages/lazy.ts';
import type { Destination } from '../core/pages/screens.ts';

/** A menu entry: an action, a link, a switch or a divider. */
export type MenuEntry =
  | {
      label: string;
      onClick?: () => void;
      /** The destination of a link. */
      to?: Destination;
      icon?: ComponentType<IconProps>;
      danger?: boolean | undefined;
      /** Marks the selected option. */
      isChosen?: boolean;
      /** A count at the end of the line. */
      count?: string | undefined;
    }
  | { label: string; checked: boolean; onToggle: () => void }
  | { heading: string }
  | { content: ReactNode }
  | 'divider';

export interface MenuButtonProps {
  /** A button of any kind; receives the props that make it open the menu. */
  button: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  tooltip?: string;
  width?: number;
  /** Keeps the menu open, for several switches. */
  staysOpen?: boolean;
  /** Called when the menu opens or closes. */
  onToggle?: (isOpen: boolean) => void;
}

const load = () => import('./menu-list.tsx').then((module) => module.MenuList);
const MenuList = later(load);

/** A button with a menu, whose code is loaded on first use, because a list has one in each row. */
export function MenuButton(props: MenuButtonProps) {
  const { button, tooltip } = props;
  const [isWanted, setWanted] = useState(false);
  const warm = () => void load().catch(() => undefined);
  const alone = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: warm,
    onFocus: warm,
  });
  const closed = tooltip ? <Tooltip label={tooltip}>{alone}</Tooltip> : alone;
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuList {...props} />
    </Suspense>
  );
}
