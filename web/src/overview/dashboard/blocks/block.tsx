import type { BlockName } from '@aisle/contract/overview/dashboard';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { Component, type CSSProperties, type ReactNode } from 'react';
import { Panel } from '../../../ui/record/record-page.tsx';
import { blockTitles } from '../arrange/layout.ts';
import classes from '../dashboard.module.css';
import { BlockSkeleton } from './block-skeleton.tsx';

export type BlockState = 'ready' | 'stale' | 'failed' | 'loading';
interface BlockProps {
  name: BlockName;
  width: number;
  state: BlockState;
  /** More controls, left of the menu. */
  tools?: ReactNode;
  refresh: () => void;
  hide: () => void;
  /** Moves the block by one position; undefined if it can't move further. */
  moveUp: (() => void) | undefined;
  moveDown: (() => void) | undefined;
  children: ReactNode;
}

/** The width in columns of twelve, if the screen fits several blocks side by side. */
export const widthOf = (columns: number): CSSProperties => ({ '--width': columns }) as CSSProperties;

/** One block of the dashboard, which loads, fails and retries independently. */
export function Block({ name, width, state, tools, refresh, children, ...menu }: BlockProps) {
  return (
    <div className={classes.block} style={widthOf(width)}>
      <Panel
        title={blockTitles[name]}
        tools={
          <div className={`row gap-1 ${classes.tools}`}>
            {state !== 'failed' && tools}
            <BlockMenu name={name} refresh={refresh} {...menu} />
          </div>
        }
      >
        {state === 'failed' && <Failed retry={refresh} />}
        {state === 'loading' && <BlockSkeleton name={name} />}
        {state === 'stale' && <Stale retry={refresh} />}
        {(state === 'ready' || state === 'stale') && <Contained retry={refresh}>{children}</Contained>}
      </Panel>
    </div>
  );
}

type MenuProps = Pick<BlockProps, 'name' | 'refresh' | 'hide' | 'moveUp' | 'moveDown'>;
function BlockMenu({ name, refresh, hide, moveUp, moveDown }: MenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for ${blockTitles[name]}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={refresh}>
          Refresh
        </Menu.Item>
        {moveUp && (
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={moveUp}>
            Move up
          </Menu.Item>
        )}
        {moveDown && (
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={moveDown}>
            Move down
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={hide}>
          Hide
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <div role="alert" className={classes.nothing}>
      <p>Couldn't load these figures.</p>
      <Button variant="default" size="xs" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

function Stale({ retry }: { retry: () => void }) {
  return (
    <Text size="sm" c="dimmed" role="status" mb="sm">
      Couldn't refresh these figures.{' '}
      <Button size="compact-xs" variant="default" onClick={retry}>
        Try again
      </Button>
    </Text>
  );
}

interface ContainedProps {
  retry: () => void;
  children: ReactNode;
}
/** Error boundary: a block that fails to render doesn't break the others. */
class Contained extends Component<ContainedProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const again = () => {
      this.setState({ failed: false });
      this.props.retry();
    };
    return <Failed retry={again} />;
  }
}
