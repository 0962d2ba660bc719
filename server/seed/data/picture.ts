import { readFileSync } from 'node:fs';
import type { BrandSeed } from './brands.ts';
import type { LocationSeed } from './locations.ts';
import type { ProductSeed } from './products.ts';
import { hash } from './random.ts';

/** A flat picture of a product as a standalone 512 × 512 SVG, without any text or font. */
export function productPicture(product: Pick<ProductSeed, 'key' | 'picture'>): string {
  const { motif, color } = product.picture;
  const shade = {
    main: color,
    light: mix(color, '#ffffff', 0.38),
    pale: mix(color, '#ffffff', 0.72),
    dark: mix(color, '#1d1a22', 0.3),
  };
  const back = mix(color, '#fffdf9', 0.84);
  const glow = mix(color, '#fffdf9', 0.93);
  return svg(`<rect width="512" height="512" fill="${back}"/>
<circle cx="256" cy="250" r="196" fill="${glow}"/>
<ellipse cx="256" cy="428" rx="142" ry="15" fill="${mix(color, '#2a2530', 0.55)}" opacity="0.16"/>
${drawMotif(motif, shade, hash(product.key))}`);
}

type Shade = Record<'main' | 'light' | 'pale' | 'dark', string>;

/**
 * Fills in a drawing from `motifs/`: `{main}` is a color, `[a|b]` contains the values of even and odd varieties, and `<label/>`
 * is a label. Drawings are on a 512 × 512 sheet and reach down to y = 428.
 */
function drawMotif(name: string, shade: Shade, variety: number): string {
  return readFileSync(new URL(`motifs/${name}.svg`, import.meta.url), 'utf8')
    .replaceAll(/<label x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"\/>/g, (_, ...box: string[]) =>
      drawLabel(box.slice(0, 4).map(Number), variety),
    )
    .replaceAll(/\[(.+?)\|(.+?)\]/g, variety % 2 === 0 ? '$1' : '$2')
    .replaceAll(/\{(main|light|pale|dark)\}/g, (_, color: keyof Shade) => shade[color]);
}

/** A cream plate with one of a few signs, and two bars instead of text. */
function drawLabel([x = 0, y = 0, w = 0, h = 0]: number[], variety: number): string {
  const middle = x + w / 2;
  const top = y + h * 0.4;
  const r = Math.min(w, h) * 0.2;
  const sign = [
    `<circle cx="${middle}" cy="${top}" r="${r}" fill="{main}"/>`,
    `<path d="M${middle} ${top - r * 1.2}C${middle + r * 1.6} ${top - r * 0.4} ${middle + r} ${top + r} ${middle} ${top + r}C${middle - r} ${top + r} ${middle - r * 1.6} ${top - r * 0.4} ${middle} ${top - r * 1.2}Z" fill="{main}"/>`,
    `<path d="M${middle - r * 1.2} ${top + r * 0.8}a${r * 1.2} ${r * 1.4} 0 0 1 ${r * 2.4} 0Z" fill="{main}"/>`,
    `<circle cx="${middle - r * 0.6}" cy="${top}" r="${r * 0.7}" fill="{main}"/><circle cx="${middle + r * 0.6}" cy="${top}" r="${r * 0.7}" fill="{light}"/>`,
  ][variety % 4];
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="#fffaf1"/>${sign}
<rect x="${middle - w * 0.3}" y="${y + h * 0.7}" width="${w * 0.6}" height="${h * 0.07}" rx="${h * 0.035}" fill="{dark}"/>
<rect x="${middle - w * 0.18}" y="${y + h * 0.83}" width="${w * 0.36}" height="${h * 0.05}" rx="${h * 0.025}" fill="{light}"/>`;
}

/** The logo of the brand: one of a few plain signs in its color. */
export function brandLogo(brand: BrandSeed): string {
  const { color } = brand;
  const pale = mix(color, '#ffffff', 0.82);
  const soft = mix(color, '#ffffff', 0.45);
  const signs = [
    `<path d="M256 128C330 190 358 250 358 296a102 102 0 0 1-204 0C154 250 182 190 256 128Z" fill="${pale}"/><path d="M256 206c34 34 52 66 52 92a52 52 0 0 1-104 0c0-26 18-58 52-92Z" fill="${soft}"/>`,
    `<circle cx="206" cy="256" r="88" fill="${pale}"/><circle cx="306" cy="256" r="88" fill="${soft}" opacity="0.85"/>`,
    `<path d="M128 344 220 176l56 102 34-58 74 124Z" fill="${pale}"/><circle cx="338" cy="176" r="30" fill="${soft}"/>`,
    `<path d="M256 132v248M256 214c-64 0-92-30-92-74 64 0 92 30 92 74Zm0 0c64 0 92-30 92-74-64 0-92 30-92 74Zm0 104c-64 0-92-30-92-74 64 0 92 30 92 74Zm0 0c64 0 92-30 92-74-64 0-92 30-92 74Z" fill="${pale}" stroke="${pale}" stroke-width="12" stroke-linecap="round"/>`,
    `<path d="M148 300a108 108 0 0 1 216 0Z" fill="${pale}"/><rect x="132" y="316" width="248" height="24" rx="12" fill="${soft}"/><path d="M256 132v36M160 168l22 26M352 168l-22 26" stroke="${soft}" stroke-width="18" stroke-linecap="round"/>`,
    `<rect x="148" y="148" width="100" height="216" rx="50" fill="${pale}"/><rect x="264" y="148" width="100" height="100" rx="50" fill="${soft}"/><rect x="264" y="264" width="100" height="100" rx="50" fill="${pale}"/>`,
    `<path d="m256 128 36 84 92 8-70 60 22 90-80-48-80 48 22-90-70-60 92-8Z" fill="${pale}" stroke="${pale}" stroke-width="14" stroke-linejoin="round"/><circle cx="256" cy="262" r="38" fill="${soft}"/>`,
    `<path d="M136 226c40-48 80-48 120 0s80 48 120 0" fill="none" stroke="${pale}" stroke-width="40" stroke-linecap="round"/><path d="M136 306c40-48 80-48 120 0s80 48 120 0" fill="none" stroke="${soft}" stroke-width="40" stroke-linecap="round"/>`,
  ];
  return svg(`<rect width="512" height="512" fill="${pale}"/>
<rect x="48" y="48" width="416" height="416" rx="${hash(brand.name) % 3 === 0 ? 208 : 96}" fill="${color}"/>
${signs[hash(brand.key) % signs.length]}`);
}

/** A storefront in the color of the store. */
export function storePicture(location: LocationSeed): string {
  const { color } = location;
  const dark = mix(color, '#1d1a22', 0.35);
  const wall = mix(color, '#fff6ea', 0.72);
  const light = mix(color, '#ffffff', 0.55);
  const sky = mix(color, '#f4f7fa', 0.88);
  const tall = hash(location.key) % 2 === 0;
  const awning = Array.from({ length: 8 }, (_, at) => {
    const x = 84 + at * 43;
    return `<path d="M${x} 232h43v46a21.5 21.5 0 0 1-43 0Z" fill="${at % 2 === 0 ? color : '#fffaf2'}"/>`;
  }).join('');
  const upper = tall
    ? `<rect x="96" y="84" width="320" height="150" fill="${wall}"/><rect x="84" y="72" width="344" height="20" rx="4" fill="${dark}"/>${[132, 216, 300].map((x) => `<rect x="${x + 4}" y="116" width="72" height="70" rx="4" fill="#fffaf2"/><path d="M${x + 12} 124h56v54h-56Z" fill="${light}"/>`).join('')}`
    : `<path d="M96 234v-70h60l20-34h160l20 34h60v70Z" fill="${wall}"/><rect x="186" y="152" width="140" height="46" rx="23" fill="${dark}"/><circle cx="222" cy="175" r="11" fill="${light}"/><rect x="244" y="168" width="58" height="14" rx="7" fill="${light}"/>`;
  return svg(`<rect width="512" height="512" fill="${sky}"/>
<circle cx="${tall ? 440 : 88}" cy="84" r="36" fill="#f6d48a"/>
<rect y="424" width="512" height="88" fill="${mix(color, '#d9d5cc', 0.8)}"/><rect y="424" width="512" height="10" fill="${mix(color, '#b9b4aa', 0.7)}"/>
${upper}
<rect x="96" y="232" width="320" height="194" fill="${wall}"/>
<rect x="116" y="300" width="172" height="104" rx="4" fill="${dark}"/><rect x="124" y="308" width="156" height="88" fill="${light}"/>
<path d="M124 308h60l-60 70Z" fill="#ffffff" opacity="0.35"/>
<rect x="128" y="378" width="148" height="18" fill="#a5713f"/>
${[146, 172, 198].map((x) => `<circle cx="${x}" cy="370" r="13" fill="#d9573f"/>`).join('')}${[226, 252].map((x) => `<circle cx="${x}" cy="370" r="13" fill="#e8a53a"/>`).join('')}
<rect x="308" y="300" width="88" height="126" rx="4" fill="${dark}"/><rect x="318" y="310" width="68" height="88" fill="${light}"/><circle cx="378" cy="412" r="5" fill="#f6d48a"/>
${awning}<rect x="78" y="222" width="356" height="16" rx="4" fill="${dark}"/>
<rect x="40" y="392" width="36" height="34" rx="4" fill="#b5693f"/><circle cx="58" cy="366" r="32" fill="#5f8f4a"/><circle cx="48" cy="358" r="12" fill="#7aa85f"/>
<rect x="436" y="392" width="36" height="34" rx="4" fill="#b5693f"/><circle cx="454" cy="366" r="32" fill="#5f8f4a"/><circle cx="444" cy="358" r="12" fill="#7aa85f"/>`);
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${content}</svg>`;
}

/** The first color mixed with this share of the second one. */
function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(first.slice(at, at + 2), 16);
    const to = Number.parseInt(second.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
