/**
 * Drugs that people with Parkinson's disease commonly take, to suggest names, strengths and forms. A person can enter
 * any other. The sources of names, strengths and forms are the products' labels: DailyMed for the United States, EMA
 * for the European Union, emc for the United Kingdom, PMDA for Japan. The list is not complete, and nothing is
 * calculated from it.
 */

export interface KnownDrug {
  /** The generic name. */
  readonly name: string;
  /** Brand names, and other generic names. */
  readonly otherNames: readonly string[];
  readonly isLevodopa: boolean;
  /** The unit of the strengths. */
  readonly unit: string;
  /**
   * Usual strengths in ascending order. If levodopa is combined with another drug, the strengths of the levodopa alone.
   * Empty if there is no usual strength.
   */
  readonly strengths: readonly number[];
  readonly forms: readonly string[];
}

export interface DrugSuggestion {
  /** The generic name, or a brand name with the generic one: 'Sinemet (levodopa/carbidopa)'. */
  readonly label: string;
  readonly drug: KnownDrug;
}

type Row = readonly [
  name: string,
  otherNames: readonly string[],
  strengths: readonly number[],
  forms: readonly string[],
  unit?: string,
];

const LEVODOPA: readonly Row[] = [
  [
    'Levodopa/carbidopa',
    ['Carbidopa/levodopa', 'Co-careldopa', 'Sinemet', 'Dhivy', 'Parcopa', 'Nacom'],
    [50, 100, 200, 250],
    ['tablet', 'orally disintegrating tablet'],
  ],
  ['Levodopa/carbidopa controlled release', ['Sinemet CR', 'Nacom retard'], [100, 200], ['tablet']],
  [
    'Levodopa/carbidopa extended release',
    ['Rytary', 'Crexont'],
    [95, 140, 145, 195, 210, 245, 280, 350],
    ['capsule'],
  ],
  [
    'Levodopa/benserazide',
    ['Co-beneldopa', 'Madopar', 'Madopark', 'Prolopa'],
    [50, 100, 200],
    ['tablet', 'capsule', 'dispersible tablet'],
  ],
  ['Levodopa/benserazide controlled release', ['Madopar CR', 'Madopar HBS'], [100], ['capsule']],
  ['Levodopa/benserazide dual release', ['Madopar DR'], [200], ['tablet']],
  [
    'Levodopa/carbidopa/entacapone',
    ['Carbidopa/levodopa/entacapone', 'Stalevo', 'Corbilta'],
    [50, 75, 100, 125, 150, 200],
    ['tablet'],
  ],
  // The label in the United States states the content of the capsule, 42 mg. The European label states the inhaled 33
  // mg.
  ['Levodopa for inhalation', ['Inbrija'], [33, 42], ['inhalation capsule']],
  ['Levodopa/carbidopa intestinal gel', ['Duopa', 'Duodopa'], [20], ['intestinal gel'], 'mg/mL'],
  ['Levodopa/carbidopa/entacapone intestinal gel', ['Lecigon'], [20], ['intestinal gel'], 'mg/mL'],
  // No strengths, because the label states the amount of foslevodopa, not that of levodopa.
  ['Foslevodopa/foscarbidopa', ['Vyalev', 'Produodopa'], [], ['infusion'], 'mg/mL'],
];

const OTHERS: readonly Row[] = [
  [
    'Pramipexole',
    ['Mirapex', 'Mirapexin', 'Sifrol'],
    // European labels state the strength of the base: 0.088 mg of the base is the same dose as 0.125 mg of the salt.
    [0.088, 0.125, 0.18, 0.25, 0.35, 0.5, 0.7, 0.75, 1, 1.5],
    ['tablet'],
  ],
  [
    'Pramipexole extended release',
    ['Mirapex ER'],
    [0.26, 0.375, 0.52, 0.75, 1.05, 1.5, 1.57, 2.1, 2.25, 2.62, 3, 3.15, 3.75, 4.5],
    ['tablet'],
  ],
  ['Ropinirole', ['Requip'], [0.25, 0.5, 1, 2, 3, 4, 5], ['tablet']],
  ['Ropinirole extended release', ['Requip XL'], [2, 4, 6, 8, 12], ['tablet']],
  ['Rotigotine', ['Neupro'], [1, 2, 3, 4, 6, 8], ['patch'], 'mg/24 h'],
  ['Apomorphine', ['Apokyn', 'APO-go', 'Onapgo'], [], ['injection', 'infusion']],
  ['Apomorphine under the tongue', ['Kynmobi'], [10, 15, 20, 25, 30], ['film']],
  ['Piribedil', ['Trivastal', 'Pronoran'], [50], ['tablet']],
  ['Cabergoline', ['Cabaser', 'Dostinex'], [0.5, 1, 2], ['tablet']],
  ['Bromocriptine', ['Parlodel'], [2.5, 5], ['tablet', 'capsule']],
  ['Rasagiline', ['Azilect'], [0.5, 1], ['tablet']],
  ['Selegiline', ['Eldepryl'], [5, 10], ['tablet', 'capsule']],
  ['Selegiline orally disintegrating', ['Zelapar'], [1.25], ['orally disintegrating tablet']],
  ['Safinamide', ['Xadago', 'Onstryv'], [50, 100], ['tablet']],
  ['Entacapone', ['Comtan', 'Comtess'], [200], ['tablet']],
  ['Tolcapone', ['Tasmar'], [100], ['tablet']],
  ['Opicapone', ['Ongentys'], [25, 50], ['capsule']],
  ['Carbidopa', ['Lodosyn'], [25], ['tablet']],
  ['Amantadine', ['Symmetrel'], [100], ['capsule', 'tablet']],
  ['Amantadine extended release', ['Gocovri'], [68.5, 137], ['capsule']],
  ['Amantadine extended release', ['Osmolex ER'], [129, 193, 258], ['tablet']],
  ['Istradefylline', ['Nourianz', 'Nouriast'], [20, 40], ['tablet']],
  ['Zonisamide', ['Trerief'], [25, 50], ['tablet']],
  ['Trihexyphenidyl', ['Artane'], [2, 5], ['tablet']],
  ['Benztropine', ['Benzatropine', 'Cogentin'], [0.5, 1, 2], ['tablet']],
  ['Biperiden', ['Akineton'], [2], ['tablet']],
  ['Procyclidine', ['Kemadrin'], [5], ['tablet']],
  ['Rivastigmine', ['Exelon'], [1.5, 3, 4.5, 6], ['capsule']],
  ['Rivastigmine patch', ['Exelon patch'], [4.6, 9.5, 13.3], ['patch'], 'mg/24 h'],
  ['Donepezil', ['Aricept'], [5, 10], ['tablet']],
  ['Droxidopa', ['Northera'], [100, 200, 300], ['capsule']],
  ['Pimavanserin', ['Nuplazid'], [10, 34], ['tablet', 'capsule']],
  ['Clozapine', ['Clozaril', 'Leponex'], [25, 100], ['tablet']],
  ['Quetiapine', ['Seroquel'], [25, 50, 100, 200, 300], ['tablet']],
];

export const KNOWN_DRUGS: readonly KnownDrug[] = [
  ...LEVODOPA.map((row) => drugOf(row, true)),
  ...OTHERS.map((row) => drugOf(row, false)),
];

/**
 * Drugs whose generic or other name matches the typed text, ignoring case, spaces and punctuation. Names that begin
 * with the text come first. Then come names with a word that begins with it, then names that contain it.
 *
 * @param limit the largest number of suggestions
 * @returns nothing for a text without letters and digits
 */
export function suggestDrugs(typed: string, limit: number): DrugSuggestion[] {
  const ranked = SUGGESTIONS.flatMap((each) => {
    const rank = rankOf(each.searched, wordsOf(typed));
    return rank === undefined ? [] : [{ rank, ...each }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, limit).map(({ label, drug }) => ({ label, drug }));
}

const SUGGESTIONS = KNOWN_DRUGS.flatMap((drug) => [
  { label: drug.name, drug, searched: wordsOf(drug.name) },
  ...drug.otherNames.map((name) => {
    return { label: `${name} (${lowerFirst(drug.name)})`, drug, searched: wordsOf(name) };
  }),
]);

/** How well a name matches: 0 is best; undefined if it does not match. Both texts are from `wordsOf`. */
function rankOf(name: string, typed: string): number | undefined {
  const [nameLetters, letters] = [withoutSpaces(name), withoutSpaces(typed)];
  if (letters === '' || !nameLetters.includes(letters)) return undefined;
  if (nameLetters.startsWith(letters)) return 0;
  return name.includes(` ${typed}`) ? 1 : 2;
}

/** The words of a text in lower case, separated by spaces. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function drugOf(row: Row, isLevodopa: boolean): KnownDrug {
  const [name, otherNames, strengths, forms, unit = 'mg'] = row;
  return { name, otherNames, isLevodopa, unit, strengths, forms };
}
