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

/** A line of a menu: something to do, somewhere to go, something to switch, or a divider. */
export type MenuEntry =
  | {
      label: string;
      onClick?: () => void;
      /** Where it leads. */
      to?: Destination;
      icon?: ComponentType<IconProps>;
      danger?: boolean | undefined;
      /** Marks the chosen one of several. */
      isChosen?: boolean;
      /** At the end of the line: how many there are. */
      count?: string | undefined;
    }
  | { label: string; checked: boolean; onToggle: () => void }
  | { heading: string }
  | { content: ReactNode }
  | 'divider';

export interface MenuButtonProps {
  /** A button of any kind, which is given what makes it open the menu. */
  button: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  tooltip?: string;
  width?: number;
  /** Where several things are switched in a row. */
  staysOpen?: boolean;
  /** Called whenever it opens or closes. */
  onToggle?: (isOpen: boolean) => void;
}

const load = () => import('./menu-list.tsx').then((module) => module.MenuList);
const MenuList = later(load);

/** A button with a menu, whose code is loaded on first use: a list has one in each of its rows. */
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
