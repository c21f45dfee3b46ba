/** Bits, a power of two: 4 KiB for the largest files. */
const MOST_BITS = 32_768;
const LEAST_BITS = 256;
const PROBES = 4;
/**
 * Above this share of set bits a filter is not folded further. At this share, one of 120 other
 * words is a false positive.
 */
const FULLEST = 0.3;

/**
 * The words of a file, as a Bloom filter. It finds every word of the file, and one of a hundred
 * other words. It takes about two bytes for each word, where a set of hashes takes four and a set
 * of strings forty.
 *
 * The size need not be known beforehand: bits are set in the largest filter. Then its halves are
 * merged while there is room.
 */
export class WordFilter {
  #bits = new Uint32Array(MOST_BITS / 32);

  add(hash: number): void {
    const bits = this.#bits;
    const mask = bits.length * 32 - 1;
    let bit = mixed(hash);
    const step = mixed(bit) | 1;
    for (let probe = 0; probe < PROBES; probe += 1, bit += step) {
      const word = (bit & mask) >>> 5;
      bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Call once, after all words are added. */
  fold(): void {
    const bits = this.#bits;
    let { length } = bits;
    let set = countOf(bits, length);
    while (length * 32 > LEAST_BITS && set * 2 <= length * 32 * FULLEST) {
      length /= 2;
      for (let at = 0; at < length; at += 1) bits[at] = (bits[at] ?? 0) | (bits[length + at] ?? 0);
      set = countOf(bits, length);
    }
    this.#bits = bits.slice(0, length);
  }

  has(hash: number): boolean {
    const bits = this.#bits;
    const mask = bits.length * 32 - 1;
    let bit = mixed(hash);
    const step = mixed(bit) | 1;
    for (let probe = 0; probe < PROBES; probe += 1, bit += step) {
      if (((bits[(bit & mask) >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

function mixed(hash: number): number {
  let mix = hash;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}

function countOf(bits: Uint32Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    let word = bits[at] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
