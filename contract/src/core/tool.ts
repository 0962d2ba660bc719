import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from './route.ts';

/** A route as a tool of an assistant. Tools are declared beside their routes, in files that browsers don't load. */
export interface Tool {
  route: Route;
  /** A verb and a noun, at most 48 characters of `a-z_`. */
  name: string;
  title: string;
  /** Tells the assistant what the tool answers or does. */
  description: string;
  hints: ToolHints;
  /** The fields of the input, such as `filters.status`; all fields if omitted. The tool names them by their last word. */
  takes?: readonly string[] | undefined;
  /** The part of the body that the tool always sends. */
  fixed?: object | undefined;
  /** The fields of the structured answer, such as `records.number`. A path to an object includes all of it. */
  fields: readonly string[];
  /** The screen of the answer, or of each of its records: `/orders/view/{_id}`. */
  screen?: string | undefined;
  /** The answer as short text. A pure function of the data. */
  text(data: never): string;
  /** Set on tools that change something. */
  change?: Change | undefined;
}

/** The annotations of a tool. Assistants use them as hints; permissions and confirmations protect. */
interface ToolHints {
  readOnly: boolean;
  /** The change can't be undone. */
  destructive: boolean;
  /** Repeating the call changes nothing more. */
  idempotent: boolean;
}

/** How a change is previewed and confirmed. */
export interface Change {
  /** Reads the state that the change starts from. It needs no more than the permissions of the tool's route. */
  reads: Route;
  /** The request that reads the state. Without it: the same path. */
  readsFor?: ((input: never) => ToolRequest) | undefined;
  /** A route that previews the change, with its request. */
  plans?: Route | undefined;
  plansFor?: ((input: never) => ToolRequest) | undefined;
  /** Says what the change would do, for a person. */
  preview(state: never, input: never, plan: never): string;
  /** The location that the change belongs to; null for the marketplace. */
  locationOf(state: never, input: never): string | null;
  /** The version of the record, for requests that send it. */
  versionOf?: ((state: never) => number) | undefined;
  /** The number of records that the change concerns; 1 without it. */
  countOf?: ((input: never) => number) | undefined;
  /** Whether it moves money, whatever the amount. */
  movesMoney: boolean | ((input: never) => boolean);
  /** Always left for a person to approve, such as a message to a customer. */
  forPeople: boolean;
}

/** The parts of a request. */
export interface ToolRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Changes of more records are left for a person, unless the API key may move money. */
export const maxToolRecords = 20;

/** The input of a tool: the parameters, the query and the body of its route. */
type InputOf<R extends Route> = ParamsOf<R> & Part<QueryOf<R>> & Part<BodyOf<R>>;
type Part<Value> = Value extends object ? Value : unknown;

interface Described<R extends Route> extends Pick<Tool, 'name' | 'title' | 'description' | 'fields'> {
  takes?: readonly string[];
  fixed?: object;
  screen?: string;
  text(data: DataOf<R>): string;
}

/** Declares a tool that reads. */
export const readTool = <R extends Route>(route: R, described: Described<R>): Tool => ({
  ...described,
  route,
  hints: { readOnly: true, destructive: false, idempotent: true },
});

interface DescribedChange<R extends Route, Read extends Route, Plan extends Route>
  extends Described<R>,
    Partial<Pick<ToolHints, 'destructive' | 'idempotent'>> {
  reads: Read;
  readsFor?: (input: InputOf<R>) => ToolRequest;
  plans?: Plan;
  plansFor?: (input: InputOf<R>) => ToolRequest;
  preview(state: DataOf<Read>, input: InputOf<R>, plan: DataOf<Plan>): string;
  locationOf(state: DataOf<Read>, input: InputOf<R>): string | null;
  versionOf?: (state: DataOf<Read>) => number;
  countOf?: (input: InputOf<R>) => number;
  movesMoney?: true | ((input: InputOf<R>) => boolean);
  forPeople?: true;
}

/** Declares a tool that changes something, in two steps: a preview and a confirmation. */
export const changeTool = <R extends Route, Read extends Route, Plan extends Route = Route>(
  route: R,
  declared: DescribedChange<R, Read, Plan>,
): Tool => {
  const { name, title, description, takes, fixed, fields, screen, text, ...change } = declared;
  const { destructive = false, idempotent = false, movesMoney, forPeople = false, ...rest } = change;
  return {
    route,
    ...{ name, title, description, takes, fixed, fields, screen, text },
    hints: { readOnly: false, destructive, idempotent },
    change: { ...rest, movesMoney: movesMoney ?? (route as Route).confirms === 'money', forPeople },
  };
};

/** Marks text from outside as data: product names, notes, messages. It can't close the mark. */
export const asData = (text: string): string => `<data>${text.replace(/<(?=\/?data)/gi, '‹')}</data>`;
/** The text without the marks, for people. */
export const withoutMarks = (text: string): string => text.replace(/<data>\n?|\n?<\/data>/g, '');

/** A heading, and a line for each record. Without records, only a heading that says so by itself: "0 orders". */
export function lines<Row>(heading: string, records: readonly Row[], line: (row: Row) => string): string {
  if (records.length === 0) return heading.endsWith(':') ? '' : heading;
  return `${heading}\n${asData(`\n${records.map((row) => `- ${line(row)}`).join('\n')}\n`)}`;
}

/** The words of a line that are set, separated by dots. */
export const words = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');
