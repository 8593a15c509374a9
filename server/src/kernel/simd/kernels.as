// Loops over many numbers, written in AssemblyScript for SIMD instructions. The caller lays out the memory; nothing is
// allocated here. `npm run kernels` compiles this file into `kernels-wasm.ts`.
//
// Dot products take signed bytes on one side and seven bits (0 to 127) on the other: so the relaxed instruction is exact, and
// every processor computes the same integer.

@inline function sumOfFloats(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3)
}

@inline function sumOfInts(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
}

@inline function dot(bytes: v128, bits7: v128, sum: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(bytes, bits7, sum)
}

@inline function toBits7(at: usize, factor: v128): v128 {
  return i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), factor))), i32x4.splat(64))
}

/** Rows of floats as seven bits each, `round(x / scale) + 64` with one scale per row. `width` is a multiple of 16. */
export function quantizeRows(rows: usize, count: i32, width: i32, quantized: usize, scales: usize): void {
  for (let r = 0; r < count; r++) {
    const row = rows + (<usize>(r * width) << 2)
    let peaks = f32x4.splat(0)
    for (let i = 0; i < width; i += 4) peaks = f32x4.max(peaks, f32x4.abs(v128.load(row + (<usize>i << 2))))
    let peak = max(
      max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
      max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
    )
    if (peak == 0) peak = 1
    store<f32>(scales + (<usize>r << 2), peak / 63)
    const factor = f32x4.splat(63 / peak)
    const to = quantized + <usize>(r * width)
    for (let i = 0; i < width; i += 16) {
      const at = row + (<usize>i << 2)
      const low = i16x8.narrow_i32x4_s(toBits7(at, factor), toBits7(at + 16, factor))
      const high = i16x8.narrow_i32x4_s(toBits7(at + 32, factor), toBits7(at + 48, factor))
      v128.store(to + <usize>i, i8x16.narrow_i16x8_u(low, high))
    }
  }
}

/** Four sums of four lanes each, as one vector of four sums. */
@inline function transposedSum(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7))
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7))
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3))
}

@inline function finish(
  sums: v128, offsets: v128, scales: v128, rowScale: f32, bias: v128, to: usize, isRelu: i32, isAdded: i32,
): void {
  let value = f32x4.convert_i32x4_s(i32x4.sub(sums, offsets))
  value = f32x4.add(f32x4.mul(value, f32x4.mul(scales, f32x4.splat(rowScale))), bias)
  if (isRelu) value = f32x4.max(value, f32x4.splat(0))
  if (isAdded) value = f32x4.add(value, v128.load(to))
  v128.store(to, value)
}

/**
 * out[r][c] = weights[c] . row[r] + bias[c], then ReLU, then added to what is there, as requested. Weights are signed bytes, a
 * row for each output, with 64 times the sum of that row in `offsets`; rows are quantized as above. Four rows and four outputs at
 * once: `count` and `outputs` are multiples of 4.
 */
export function multiply(
  quantized: usize, rowScales: usize, count: i32, width: i32, weights: usize, scales: usize, offsets: usize,
  outputs: i32, biases: usize, out: usize, isRelu: i32, isAdded: i32,
): void {
  const w = <usize>width
  const outRow = <usize>outputs << 2
  for (let c = 0; c < outputs; c += 4) {
    const own = weights + <usize>c * w
    const scale = v128.load(scales + (<usize>c << 2))
    const offset = v128.load(offsets + (<usize>c << 2))
    const bias = v128.load(biases + (<usize>c << 2))
    for (let r = 0; r < count; r += 4) {
      const rows = quantized + <usize>r * w
      let a0 = i32x4.splat(0), a1 = a0, a2 = a0, a3 = a0
      let b0 = a0, b1 = a0, b2 = a0, b3 = a0
      let c0 = a0, c1 = a0, c2 = a0, c3 = a0
      let d0 = a0, d1 = a0, d2 = a0, d3 = a0
      for (let i: usize = 0; i < w; i += 16) {
        const w0 = v128.load(own + i), w1 = v128.load(own + w + i)
        const w2 = v128.load(own + w * 2 + i), w3 = v128.load(own + w * 3 + i)
        let x = v128.load(rows + i)
        a0 = dot(w0, x, a0); a1 = dot(w1, x, a1); a2 = dot(w2, x, a2); a3 = dot(w3, x, a3)
        x = v128.load(rows + w + i)
        b0 = dot(w0, x, b0); b1 = dot(w1, x, b1); b2 = dot(w2, x, b2); b3 = dot(w3, x, b3)
        x = v128.load(rows + w * 2 + i)
        c0 = dot(w0, x, c0); c1 = dot(w1, x, c1); c2 = dot(w2, x, c2); c3 = dot(w3, x, c3)
        x = v128.load(rows + w * 3 + i)
        d0 = dot(w0, x, d0); d1 = dot(w1, x, d1); d2 = dot(w2, x, d2); d3 = dot(w3, x, d3)
      }
      const to = out + (<usize>(r * outputs + c) << 2)
      const s = rowScales + (<usize>r << 2)
      finish(transposedSum(a0, a1, a2, a3), offset, scale, load<f32>(s), bias, to, isRelu, isAdded)
      finish(transposedSum(b0, b1, b2, b3), offset, scale, load<f32>(s, 4), bias, to + outRow, isRelu, isAdded)
      finish(transposedSum(c0, c1, c2, c3), offset, scale, load<f32>(s, 8), bias, to + outRow * 2, isRelu, isAdded)
      finish(transposedSum(d0, d1, d2, d3), offset, scale, load<f32>(s, 12), bias, to + outRow * 3, isRelu, isAdded)
    }
  }
}

/** Each row shifted and scaled to mean 0 and variance 1, then by `gain` and `bias`. `width` is a multiple of 4. */
export function normalizeRows(rows: usize, count: i32, width: i32, gain: usize, bias: usize, out: usize): void {
  for (let r = 0; r < count; r++) {
    const row = rows + (<usize>(r * width) << 2)
    let sum = f32x4.splat(0)
    for (let i = 0; i < width; i += 4) sum = f32x4.add(sum, v128.load(row + (<usize>i << 2)))
    const mean = f32x4.splat(sumOfFloats(sum) / <f32>width)
    let squares = f32x4.splat(0)
    for (let i = 0; i < width; i += 4) {
      const difference = f32x4.sub(v128.load(row + (<usize>i << 2)), mean)
      squares = f32x4.add(squares, f32x4.mul(difference, difference))
    }
    const factor = f32x4.splat(<f32>(1 / Math.sqrt(<f64>(sumOfFloats(squares) / <f32>width) + 1e-6)))
    const to = out + (<usize>(r * width) << 2)
    for (let i = 0; i < width; i += 4) {
      const at = <usize>i << 2
      const value = f32x4.mul(f32x4.sub(v128.load(row + at), mean), factor)
      v128.store(to + at, f32x4.add(f32x4.mul(value, v128.load(gain + at)), v128.load(bias + at)))
    }
  }
}

/** e^x to seven digits, where softmax needs it. */
@inline function exponential(x: f32): f32 {
  if (x < -80) return 0
  const power = x * 1.4426950408889634
  const whole = nearest(power)
  const f = (power - whole) * 0.6931471805599453
  const series: f32 =
    1 + f * (1 + f * (0.5 + f * (0.16666667 + f * (0.041666668 + f * (0.008333333 + f * 0.0013888889)))))
  return series * reinterpret<f32>((<i32>whole + 127) << 23)
}

/** Self-attention of one text: rows of query, key and value, `width` floats each. `weights` has a float for each row. */
export function attend(rows: usize, count: i32, width: i32, heads: i32, scale: f32, weights: usize, out: usize): void {
  const size = width / heads
  const stride = <usize>(3 * width) << 2
  for (let head = 0; head < heads; head++) {
    const queries = rows + (<usize>(head * size) << 2)
    const keys = queries + (<usize>width << 2)
    const values = keys + (<usize>width << 2)
    for (let i = 0; i < count; i++) {
      const query = queries + <usize>i * stride
      let peak: f32 = -1e30
      for (let j = 0; j < count; j++) {
        const key = keys + <usize>j * stride
        let low = f32x4.splat(0), high = low
        for (let c = 0; c < size; c += 8) {
          const at = <usize>c << 2
          low = f32x4.relaxed_madd(v128.load(query + at), v128.load(key + at), low)
          high = f32x4.relaxed_madd(v128.load(query + at, 16), v128.load(key + at, 16), high)
        }
        const score = sumOfFloats(f32x4.add(low, high)) * scale
        store<f32>(weights + (<usize>j << 2), score)
        if (score > peak) peak = score
      }
      let sum: f32 = 0
      for (let j = 0; j < count; j++) {
        const at = weights + (<usize>j << 2)
        const weight = exponential(load<f32>(at) - peak)
        store<f32>(at, weight)
        sum += weight
      }
      const share = f32x4.splat(1 / sum)
      const to = out + (<usize>(i * width + head * size) << 2)
      for (let c = 0; c < size; c += 16) {
        let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0
        let value = values + (<usize>c << 2)
        for (let j = 0; j < count; j++) {
          const weight = f32x4.splat(load<f32>(weights + (<usize>j << 2)))
          s0 = f32x4.relaxed_madd(weight, v128.load(value), s0)
          s1 = f32x4.relaxed_madd(weight, v128.load(value, 16), s1)
          s2 = f32x4.relaxed_madd(weight, v128.load(value, 32), s2)
          s3 = f32x4.relaxed_madd(weight, v128.load(value, 48), s3)
          value += stride
        }
        const at = to + (<usize>c << 2)
        v128.store(at, f32x4.mul(s0, share))
        v128.store(at, f32x4.mul(s1, share), 16)
        v128.store(at, f32x4.mul(s2, share), 32)
        v128.store(at, f32x4.mul(s3, share), 48)
      }
    }
  }
}

/** Dot products of rows of signed bytes with a query of seven bits. `width` is a multiple of 64. */
export function scanBytes(query: usize, rows: usize, count: i32, width: i32, scores: usize): void {
  const w = <usize>width
  let row = rows
  for (let i = 0; i < count; i++) {
    let a = i32x4.splat(0), b = a, c = a, d = a
    for (let j: usize = 0; j < w; j += 64) {
      a = dot(v128.load(row + j), v128.load(query + j), a)
      b = dot(v128.load(row + j, 16), v128.load(query + j, 16), b)
      c = dot(v128.load(row + j, 32), v128.load(query + j, 32), c)
      d = dot(v128.load(row + j, 48), v128.load(query + j, 48), d)
    }
    store<i32>(scores + (<usize>i << 2), sumOfInts(i32x4.add(i32x4.add(a, b), i32x4.add(c, d))))
    row += w
  }
}

/** Hamming distances of rows of `width` bytes (a multiple of 16) to a query, and how many rows have each distance. */
export function scanBits(query: usize, rows: usize, count: i32, width: i32, distances: usize, histogram: usize): void {
  const w = <usize>width
  let row = rows
  for (let i = 0; i < count; i++) {
    let sums = i16x8.splat(0)
    for (let j: usize = 0; j < w; j += 16) {
      const differing = i8x16.popcnt(v128.xor(v128.load(row + j), v128.load(query + j)))
      sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(differing))
    }
    const distance = sumOfInts(i32x4.extadd_pairwise_i16x8_u(sums))
    store<u16>(distances + (<usize>i << 1), <u16>distance)
    const bin = histogram + (<usize>distance << 2)
    store<i32>(bin, load<i32>(bin) + 1)
    row += w
  }
}

/** The numbers of rows that are at most so far away; returns how many. */
export function selectNear(distances: usize, count: i32, most: i32, found: usize): i32 {
  let n = 0
  const limit = i16x8.splat(<i16>most)
  let i = 0
  for (; i < count; i++) {
    if (i + 8 <= count && !v128.any_true(i16x8.le_u(v128.load(distances + (<usize>i << 1)), limit))) {
      i += 7
      continue
    }
    if (<i32>load<u16>(distances + (<usize>i << 1)) > most) continue
    store<i32>(found + (<usize>n << 2), i)
    n++
  }
  return n
}
