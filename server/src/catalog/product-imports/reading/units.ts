import { type Unit, units } from '@aisle/contract/core/quantity';
import type { WrongCell } from '../../../system/imports/reading/cell-readers.ts';

/** A unit as files write it, with its exact factor to one of our units. */
export interface Measure {
  unit: Unit;
  factor: number;
}

/** Words for each unit in English, German, French, Spanish, Italian, Portuguese and Dutch, without periods. */
const words: readonly [unit: Unit, factor: number, words: string][] = [
  [
    'each',
    1,
    `each ea pc pcs pce piece pieces ct cnt count unit units no nos number item items pk pkt pack packs packet packets
    pkg package packages box boxes bx case cases cs bag bags bottle bottles btl can cans jar jars tin tins tub tubs tube
    carton cartons ctn tray trays roll rolls pair pairs pr set sets head heads loaf loaves bunch bunches bundle bundles
    bd punnet punnets pot pots crate crates slice slices stick sticks portion portions serving servings kit kits
    st stk stck stuck stück stueck stücke packung packungen pck pckg flasche flaschen fl fla dose dosen ds glas
    gläser gl beutel btl becher be tüte tüten kiste kisten karton kartons krt bund paar schale schalen netz netze kopf
    tafel tafeln rolle rollen sack eimer topf töpfe stange stangen scheibe scheiben gebinde
    pièce pièces unité unités paquet paquets bouteille bouteilles boîte boîtes boite boites sachet sachets botte
    bottes barquette barquettes tranche tranches lot lots
    ud uds und unidad unidades pieza piezas pza pzas paquete paquetes botella botellas caja cajas bolsa bolsas lata latas
    manojo manojos tarro tarros bandeja bandejas
    pz pezzo pezzi confezione confezioni conf bottiglia bottiglie mazzo unidade unidades un pct garrafa garrafas stuks
    stuk fles flessen`,
  ],
  ['each', 12, 'dozen dozens doz dz dzn dutzend dtzd douzaine douzaines docena docenas dozzina dúzia dúzias'],
  ['lb', 1, `lb lbs pound pounds # libra libras`],
  ['oz', 1, 'oz ozs ounce ounces onza onzas once onces unze unzen'],
  [
    'kg',
    1,
    `kg kgs kgm kilo kilos kilogram kilograms kilogramm kilogramo kilogramos kilogramme kilogrammes quilo quilos`,
  ],
  ['kg', 0.5, 'pfund pfd'],
  ['kg', 1000, 't to tonne tonnes tonnen tonelada toneladas'],
  ['g', 1, 'g gr grs grm gm gms gram grams gramm gramo gramos gramme grammes grama gramas grammi'],
  ['g', 0.001, 'mg milligram milligrams milligramm'],
  ['g', 10, 'dag dkg'],
  ['g', 100, 'hg etto etti'],
  ['l', 1, 'l lt lts ltr ltrs liter liters litre litres litro litros litri'],
  ['l', 100, 'hl hektoliter hectoliter hectolitre'],
  ['ml', 1, 'ml milliliter milliliters millilitre millilitres mililitro mililitros cc ccm'],
  ['ml', 10, 'cl centiliter centilitre zentiliter centilitro'],
  ['ml', 100, 'dl deciliter decilitre deziliter decilitro'],
  ['fl oz', 1, 'fl_oz floz fl_ounce fl_ounces fluid_ounce fluid_ounces fluid_oz oz_fl us_fl_oz fl_oz_us'],
  ['fl oz', 8, 'cup cups'],
  ['fl oz', 16, 'pt pts pint pints pt_us us_pint'],
  ['fl oz', 32, 'qt qts quart quarts qt_us us_quart'],
  ['fl oz', 64, 'half_gallon half_gallons half_gal'],
  ['fl oz', 128, 'gal gals gallon gallons gal_us us_gal us_gallon us_gallons gallon_us'],
];
const measures = new Map<string, Measure>(
  words.flatMap(([unit, factor, list]) =>
    list.split(/\s+/).map((word) => [word.replaceAll('_', ' '), { unit, factor }] as const),
  ),
);

/** Accepts "Fl. oz.", "kg.", "gal (US)" and "piece(s)". */
const keyOf = (word: string): string =>
  word
    .slice(0, 40)
    .toLowerCase()
    .replace(/\((?:es|s)\)/g, '')
    .replace(/[.()_℮*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?:net|netto|each|ea)$/, '');

export const measureOf = (word: string): Measure | undefined => measures.get(keyOf(word));

const known = `${units.slice(0, -1).join(', ')} or ${units.at(-1)}`;
/** The reason why a unit can't be used; equal for all unknown units. */
export const unknownUnit = (word: string): WrongCell => ({
  wrong: `“${word.slice(0, 40)}” isn't a unit here. Use ${known}`,
  alike: { message: `This unit isn't known. Use ${known}`, example: word },
});
