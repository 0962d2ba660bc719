import '@mantine/core/styles.layer.css';
import { Outlet } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm.tsx';

export function Shell() {
  return (
    <main>
      <Outlet />
      <ConfirmDialog />
    </main>
  );
}
