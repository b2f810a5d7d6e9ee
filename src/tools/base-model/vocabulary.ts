// Words of the corpus: names, animals, trades, things, places, feelings.

const list = (text: string): readonly string[] => text.split(' ');
const phrases = (text: string): readonly string[] => text.split(', ');

export const women = list(
  'Ada Anna Bella Cora Dina Edith Fay Greta Hazel Ida Jana Kira Lena Lily Mara Nina Olga Petra Rhea Sara Sonja Tilda Willa Yuna',
);
export const men = list(
  'Arno Ben Bruno Casper David Emil Fabian Gustav Henry Igor Jonas Karl Lars Martin Max Nils Oskar Pavel Robin Simon Timo Tom Viktor Yusuf',
);
export const animals = list(
  'fox otter hare bear heron hedgehog goose cat badger dog marten tortoise toad raccoon goat elk sparrow donkey beaver wolf mouse owl crow seal',
);
export const trades = list(
  'baker miller weaver potter sailor fisher farmer painter smith teacher carpenter ferryman beekeeper shoemaker gardener clockmaker tailor cook',
);
export const traits = list(
  'brave shy clever patient kind lonely curious cheerful stubborn careful gentle quiet proud hopeful dreamy lively honest polite forgetful',
);
export const colours = list('red blue green yellow white black silver golden purple orange brown grey');
export const things = list(
  'whistle lantern kite compass violin teapot ladder sledge basket mirror scarf bell drum lamp bucket book boot cap coin ring spoon wheel chest raft broom pearl',
);
export const badFeelings = list('sad worried afraid tired angry lonely ashamed nervous cold disappointed');
export const goodFeelings = list('happy proud glad calm grateful relieved cheerful content');
export const foods = phrases(
  'onion soup, plum cake, rye bread, apple tart, bean stew, honey buns, cheese dumplings, cherry jam, potato pancakes, pear cake, carrot soup, nut bread',
);
export const places = phrases(
  'a village at the foot of the hills, a small harbour town, a house on the edge of the forest, a mill beside the river, a valley full of orchards, a town with crooked streets, an island far from the coast, a farm at the end of a long road, a hut high in the mountains, a street behind the market, a lighthouse on the cliffs, a quiet bay, a camp beside the lake, a castle without a roof',
);
export const spots = phrases(
  'under the wooden bridge, behind the old mill, beside the well, at the end of the pier, in the tall reeds, under the apple tree, on top of the hill, in the empty barn, next to the market hall, between the rocks, behind the bakery, at the edge of the pond, in the hollow oak, near the garden gate',
);
export const skies = phrases(
  'The sun stood high, A cold wind blew, It had rained all night, Fresh snow lay on the roofs, The air smelled of grass, Mist hung over the water, The evening was mild, Grey clouds hung over the land, It was the first warm day of spring, Leaves were falling from the trees',
);
