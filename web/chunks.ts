/*
 * Left alone, the bundler makes a chunk for every set of screens that share a module: a list came in eighty files,
 * most of them below a kilobyte. These few hold what everybody signed in needs anyway, and pack better; all else is
 * left to the bundler. What is loaded by name (screens, the shell, dialogs) must not stand here: it would come too
 * early, and the bundler forgets to export it.
 */
const oneOf = (...names: string[]) => `(${names.join('|')})`;

/** What hardly ever changes: kept by browsers over many releases. */
const react = /node_modules\/(react|react-dom|scheduler)\//;
const tanstack =
  /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//;
const zod = /node_modules\/zod\//;

/** What the sign-in screen needs as well. */
const basics = new RegExp(
  oneOf(
    'node_modules/(clsx|use-sync-external-store|@mantine/hooks|@mantine/core/esm/core)/',
    `node_modules/@mantine/core/esm/components/${oneOf('UnstyledButton', 'Transition', 'Loader', 'CloseButton', 'Text')}/`,
    `node_modules/@mantine/core/esm/components/${oneOf('Button', 'Title', 'Stack', 'Group', 'Center', 'Anchor', 'Paper')}/`,
    `node_modules/@mantine/core/esm/components/${oneOf('ActionIcon', 'Input', 'InputBase', 'TextInput', 'Alert')}/`,
    // Names the browser's key in requests; what reads the answers is larger, and comes with the frame.
    `node_modules/jose/dist/webapi/${oneOf('util/base64url', 'lib/base64', 'lib/buffer_utils')}\\.js`,
    `web/src/core/${oneOf('connection', 'installation', 'last-list', 'later')}\\.ts`,
    'web/src/ui/page-title\\.(tsx|module)',
  ),
);

/** What several screens say of an order, which would each come as a file of its own. */
const orderWords = new RegExp(
  oneOf(
    'contract/src/(core/flow|order-flow|order-list|order-words)\\.ts',
    `web/src/orders/${oneOf('order-flags', 'order-status', 'promised', 'orders\\.module')}`,
    'web/src/payments/payment-status',
    `web/src/${oneOf('documents/print-orders-link', 'order-bulk/bulk-step-link')}`,
  ),
);

/** What asks the server: a list is asked for before the code that shows it has run. */
const wire = new RegExp(
  oneOf(
    'node_modules/jose/',
    `contract/src/core/${oneOf('fields', 'route', 'page', 'money', 'dates', 'how-many', 'plain-words', 'quantity')}\\.ts`,
    `contract/src/${oneOf('auth', 'users', 'events', 'notifications', 'exports', 'locations', 'assignments', 'delivery-terms', 'opening-hours', 'payout-accounts', 'settings', 'shell', 'saved-views')}\\.ts`,
    `web/src/core/${oneOf('api', 'check', 'download', 'events', 'gathering', 'held-store', 'list-body', 'list-search', 'preferences')}\\.ts`,
    `web/src/core/${oneOf('reauth', 'resources', 'screens', 'sealed', 'send-with-progress', 'sign-out', 'wire')}\\.ts`,
  ),
);

/** What stands around every screen, and what lists are made of. */
const frame = new RegExp(
  oneOf(
    'node_modules/@floating-ui/',
    `node_modules/@mantine/core/esm/${oneOf(
      'utils/Floating',
      `components/${oneOf('Tooltip', 'Portal', 'Popover', 'Combobox', 'Select', 'ScrollArea', 'Skeleton', 'Overlay', 'FocusTrap', 'VisuallyHidden')}`,
    )}/`,
    'node_modules/@mantine/core/esm/components/Checkbox/CheckIcon\\.mjs',
    `web/src/shell/${oneOf('bottom-bar', 'capped', 'location-switcher', 'navigation', 'not-allowed', 'notification-center')}\\.ts`,
    `web/src/shell/${oneOf('progress-line', 'sidebar', 'top-bar', 'use-screens', 'user-menu', 'use-work-counts')}\\.(ts|module)`,
    `web/src/ui/${oneOf('confirm', 'empty-state', 'error-state', 'hotkeys', 'menu-button', 'rate-text', 'screen-link', 'status-badge', 'values', 'when')}\\.(ts|module)`,
    `web/src/ui/list/(?!export-dialog|filter-sheet|view-dialog)`,
    `web/src/ui/form/${oneOf('choice-select', 'date-input', 'date-text', 'list-when-near', 'typed-field')}\\.(ts|module)`,
    'web/src/locations/location-select',
  ),
);

export const chunks = [
  { name: 'react', test: react },
  { name: 'tanstack', test: tanstack },
  { name: 'zod', test: zod, includeDependenciesRecursively: false },
  { name: 'basics', test: basics, includeDependenciesRecursively: false },
  { name: 'wire', test: wire, includeDependenciesRecursively: false },
  { name: 'frame', test: frame, includeDependenciesRecursively: false },
  { name: 'order-words', test: orderWords, includeDependenciesRecursively: false },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2 },
];
