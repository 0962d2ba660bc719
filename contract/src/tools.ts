import { catalogTools } from './catalog/catalog-tools.ts';
import type { Tool } from './core/tool.ts';
import { customerTools } from './customers/customer-tools.ts';
import { financeTools } from './finance/finance-tools.ts';
import { locationTools } from './locations/location-tools.ts';
import { overviewTools } from './overview/overview-tools.ts';
import { orderTools } from './sales/order-tools.ts';
import { sellingTools } from './sales/selling-tools.ts';
import { serviceTools } from './service/service-tools.ts';
import { warehouseTools } from './warehouse/warehouse-tools.ts';

/** The tools of assistants. */
export const tools: readonly Tool[] = [
  ...overviewTools,
  ...orderTools,
  ...sellingTools,
  ...warehouseTools,
  ...customerTools,
  ...locationTools,
  ...catalogTools,
  ...financeTools,
  ...serviceTools,
];
