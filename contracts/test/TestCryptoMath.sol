// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The arithmetic of a CryptoSwap pool. Balances are in units of the first coin, with 18 decimals.
interface ICryptoMath {
    function newton_D(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 guess) external pure returns (uint256);
    function get_y(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 d, uint256 i)
        external
        pure
        returns (uint256 y, uint256 guess);
    function get_p(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 d) external pure returns (uint256[] memory);
    function reduction(uint256[] memory xs, uint256 feeGamma) external pure returns (uint256);
    function geometric_mean(uint256[] memory xs) external pure returns (uint256);
    function distance(uint256[] memory oracles, uint256[] memory scales) external pure returns (uint256);
    function fee_of_parts(uint256[] memory parts, uint256 fee) external pure returns (uint256);
    function wad_exp(int256 x) external pure returns (uint256);
}

/// The arithmetic that CryptoSwap pools of two and three coins share, written from its published
/// formulas and the rounding of Curve's contracts.
abstract contract TestCryptoMath is ICryptoMath {
    uint256 internal constant ONE = 1e18;
    uint256 internal constant A_UNIT = 1e4;
    uint256 private constant ROUNDS = 255;
    /// The natural logarithm of two in the scale of the exponential.
    int256 private constant LN2 = 54916777467707473351141471128;
    /// Larger values overflow when multiplied by 1e36.
    uint256 private constant LARGE = type(uint256).max / 1e36;

    /// The parameters of Newton's method for one balance.
    struct Search {
        uint256 ann;
        uint256 gamma;
        uint256 d;
        uint256 count;
        uint256 rest;
        uint256 share;
        uint256 limit;
    }


    function newton_D(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 guess) external pure returns (uint256 d) {
        _checkTerms(ann, gamma);
        _sort(xs);
        uint256 sum = _sum(xs);
        d = _start(xs, sum, guess);
        for (uint256 i; i < ROUNDS; ++i) {
            uint256 before = d;
            require(d != 0, "D");
            d = _approach([ann, gamma, sum, xs.length], d, _shareOf(xs, d));
            if (_distance(d, before) * 1e14 >= _larger(1e16, d)) continue;
            for (uint256 k; k < xs.length; ++k) {
                _checkFraction(xs[k], d);
            }
            return d;
        }
        revert("no invariant");
    }

    /// @param m ann, gamma, sum of the balances, number of balances
    function _approach(uint256[4] memory m, uint256 d, uint256 k0) private pure returns (uint256) {
        uint256 g = _distance(m[1] + ONE, k0) + 1;
        uint256 weight = ONE * d / m[1] * g / m[1] * g * A_UNIT / m[0];
        g = 2 * ONE * m[3] * k0 / g;
        uint256 slope = m[2] + m[2] * g / ONE + weight * m[3] / k0 - g * d / ONE;
        uint256 plus = d * (slope + m[2]) / slope;
        uint256 minus = d * d / slope;
        uint256 bend = d * (weight / slope) / ONE * _distance(ONE, k0) / k0;
        minus = ONE > k0 ? minus + bend : minus - bend;
        return plus > minus ? plus - minus : (minus - plus) / 2;
    }

    /// The first guess of the invariant; `guess` comes with the balance that was solved for, 0
    /// without.
    function _start(uint256[] memory sorted, uint256 sum, uint256 guess) internal pure virtual returns (uint256);

    function _shareOf(uint256[] memory xs, uint256 d) internal pure virtual returns (uint256);

    function _checkTerms(uint256 ann, uint256 gamma) internal pure virtual;


    /// Newton's method, for cubic equations without a single root.
    function _newtonY(Search memory s, uint256 y) internal pure returns (uint256) {
        for (uint256 i; i < ROUNDS; ++i) {
            uint256 before = y;
            y = _approachY(s, y);
            if (y == type(uint256).max) {
                y = before / 2;
                continue;
            }
            if (_distance(y, before) < _larger(s.limit, y / 1e14)) return y;
        }
        revert("no balance");
    }

    /// @return the largest number if the method diverges
    function _approachY(Search memory s, uint256 y) private pure returns (uint256) {
        uint256 k0 = s.share * y * s.count / s.d;
        uint256 g = _distance(s.gamma + ONE, k0) + 1;
        uint256 weight = ONE * s.d / s.gamma * g / s.gamma * g * A_UNIT / s.ann;
        uint256 slope;
        {
            uint256 factor = ONE + 2 * ONE * k0 / g;
            uint256 left = ONE * y + (s.rest + y) * factor + weight;
            if (left < s.d * factor) return type(uint256).max;
            slope = left - s.d * factor;
        }
        uint256 unit = slope / y;
        uint256 minus = weight / unit;
        uint256 plus = (slope + ONE * s.d) / unit + minus * ONE / k0;
        minus += ONE * (s.rest + y) / unit;
        return plus < minus ? y / 2 : plus - minus;
    }

    /// The term of a depressed cubic that yields its root, scaled by the cube root of b; 0 without
    /// a single root.
    function _cubicTerm(int256 b, int256 delta0, int256 delta1) internal pure returns (int256) {
        int256 square = delta1 ** 2 + 4 * delta0 ** 2 / b * delta0;
        if (square <= 0) return 0;
        int256 root = int256(_sqrt(uint256(square)));
        int256 second = delta1 > int256(0) ? _signedCbrt((delta1 + root) / 2) : -_signedCbrt((root - delta1) / 2);
        return _signedCbrt(b) ** 2 / 1e18 * second / 1e18;
    }


    /// @return prices of all coins but the first, before scaling
    function get_p(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 d)
        external
        pure
        returns (uint256[] memory prices)
    {
        _checkInvariant(d);
        uint256 k0 = _fineShare(xs, d);
        uint256 g = 2 * k0 * k0 / 1e36 * k0 / 1e36 + (gamma + ONE) ** 2;
        g -= k0 ** 2 / 1e36 * (2 * gamma + 3 * ONE) / ONE;
        ann = ann * gamma ** 2 / A_UNIT;
        gamma = g + ann * xs[0] / d * k0 / 1e36;
        prices = new uint256[](xs.length - 1);
        for (uint256 k = 1; k < xs.length; ++k) {
            prices[k - 1] = xs[0] * (g + ann * xs[k] / d * k0 / 1e36) / xs[k] * ONE / gamma;
        }
    }

    function _fineShare(uint256[] memory xs, uint256 d) internal pure virtual returns (uint256);

    /// Ratio of a fee to the fee far out of balance, in units of ONE.
    function reduction(uint256[] memory xs, uint256 feeGamma) external pure returns (uint256) {
        return feeGamma * ONE / (feeGamma + ONE - _evenness(xs));
    }

    function _evenness(uint256[] memory xs) internal pure virtual returns (uint256);

    /// Distance of prices from their averages, in units of ONE.
    function distance(uint256[] memory oracles, uint256[] memory scales) external pure returns (uint256) {
        uint256 sum;
        for (uint256 k = 1; k < scales.length; ++k) {
            sum += _distance(oracles[k] * ONE / scales[k], ONE) ** 2;
        }
        return _sqrt(sum);
    }

    /// Uneven deposits cost a part of the fee of a trade.
    function fee_of_parts(uint256[] memory parts, uint256 fee) external pure returns (uint256) {
        uint256 sum = _sum(parts);
        uint256 apart;
        for (uint256 k; k < parts.length; ++k) {
            apart += _distance(parts[k], sum / parts.length);
        }
        return fee * parts.length / (4 * (parts.length - 1)) * apart / sum + 1e5;
    }


    function _checkInvariant(uint256 d) internal pure {
        require(d >= 1e17 && d <= 1e33, "D");
    }

    function _checkFraction(uint256 x, uint256 d) internal pure {
        uint256 fraction = x * ONE / d;
        require(fraction >= 1e16 - 1 && fraction <= 1e20, "balance");
    }


    function geometric_mean(uint256[] memory xs) public pure virtual returns (uint256);

    /// Remco Bloemen's published approximation (MIT): https://xn--2-umb.com/22/exp-ln
    function wad_exp(int256 x) external pure returns (uint256) {
        if (x <= -42139678854452767551) return 0;
        unchecked {
            x = (x << 78) / int256(5 ** 18);
            int256 twos = ((x << 96) / LN2 + 2 ** 95) >> 96;
            x -= twos * LN2;
            int256 y = ((x + 1346386616545796478920950773328) * x >> 96) + 57155421227552351082224309758442;
            int256 p = ((y + x - 94201549194550492254356042504812) * y >> 96) + 28719021644029726153956944680412240;
            p = p * x + (4385272521454847904659076985693276 << 96);
            int256 q = x - 2855989394907223263936484059900;
            q = (q * x >> 96) + 50020603652535783019961831881945;
            q = (q * x >> 96) - 533845033583426703283633433725380;
            q = (q * x >> 96) + 3604857256930695427073651918091429;
            q = (q * x >> 96) - 14423608567350463180887372962807573;
            q = (q * x >> 96) + 26449188498355588339934803723976023;
            return uint256(p / q) * 3822833074963236453042738258902158003155416615667 >> uint256(195 - twos);
        }
    }

    function _sqrt(uint256 x) internal pure returns (uint256 root) {
        if (x == 0) return 0;
        root = 1 << (_log2(x) / 2 + 1);
        while (true) {
            uint256 next = (root + x / root) / 2;
            if (next >= root) return root;
            root = next;
        }
    }

    /// Cube root of x with 18 decimals, in as many steps as Curve's code, so that the last digit
    /// matches.
    function _cbrt(uint256 x) internal pure returns (uint256 root) {
        (bool isHuge, bool isLarge) = (x / ONE >= LARGE, x >= LARGE);
        unchecked {
            uint256 scaled = isHuge ? x : x * (isLarge ? 1e18 : 1e36);
            uint256 twos = _log2(scaled);
            root = 2 ** (twos / 3) * 1260 ** (twos % 3) / 1000 ** (twos % 3);
            for (uint256 i; i < 7; ++i) {
                root = (2 * root + scaled / (root * root)) / 3;
            }
        }
        if (isHuge) return root * 1e12;
        if (isLarge) return root * 1e6;
    }

    function _signedCbrt(int256 x) private pure returns (int256) {
        return x < 0 ? -int256(_cbrt(uint256(-x))) : int256(_cbrt(uint256(x)));
    }

    function _log2(uint256 x) private pure returns (uint256 log) {
        for (uint256 bits = 128; bits != 0; bits /= 2) {
            if (x >> bits == 0) continue;
            x >>= bits;
            log += bits;
        }
    }

    /// Sorts in descending order.
    function _sort(uint256[] memory xs) internal pure {
        for (uint256 i = 1; i < xs.length; ++i) {
            for (uint256 k = i; k != 0 && xs[k] > xs[k - 1]; --k) {
                (xs[k], xs[k - 1]) = (xs[k - 1], xs[k]);
            }
        }
    }

    function _sum(uint256[] memory xs) internal pure returns (uint256 sum) {
        for (uint256 k; k < xs.length; ++k) {
            sum += xs[k];
        }
    }

    function _distance(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a - b : b - a;
    }

    function _larger(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a : b;
    }

    function _abs(int256 x) internal pure returns (int256) {
        return x < 0 ? -x : x;
    }
}

contract TestTwocryptoMath is TestCryptoMath {
    /// @return y the balance of coin `i`
    /// @return guess for the next invariant, 0 for none
    function get_y(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 d, uint256 i)
        external
        pure
        returns (uint256 y, uint256 guess)
    {
        _checkTerms(ann, gamma);
        _checkInvariant(d);
        uint256 other = xs[1 - i];
        uint256 share = 2 * ONE * other / d;
        require(share >= 2e16 && share <= 2e20, "balance");
        int256 root = _solve(int256(ann), int256(gamma), int256(d), int256(other));
        // The result of Newton's method is not checked.
        if (root == 0) return (_newtonY(_search(ann, gamma, other, d), d ** 2 / (other * 4)), 0);
        y = d ** 2 / other * uint256(root) / 4 / ONE;
        _checkFraction(y, d);
        guess = uint256(root);
    }

    function _search(uint256 ann, uint256 gamma, uint256 other, uint256 d) private pure returns (Search memory) {
        uint256 limit = _larger(_larger(other / 1e14, d / 1e14), 100);
        return Search(ann, gamma, d, 2, other, 2 * ONE * other / d, limit);
    }

    /// The ratio of the product of both balances to that of equal ones: the root of a cubic
    /// equation, 0 without a single root.
    function _solve(int256 ann, int256 gamma, int256 d, int256 x) private pure returns (int256) {
        int256[4] memory m;
        {
            int256 weight = ann * gamma ** 2;
            m[0] = 1e32;
            m[1] = d * weight / 4e8 / x - 3e32 - 2 * gamma * 1e14;
            m[2] = 3e32 + 4 * gamma * 1e14 + gamma ** 2 / 1e4 + 4 * weight / 4e8 * x / d - 4 * weight / 4e8;
            m[3] = -((1e18 + gamma) ** 2 / 1e4);
        }
        int256 divider = _divider(m);
        for (uint256 k; k < 4; ++k) {
            m[k] /= divider;
        }
        (int256 delta0, int256 delta1) = _deltas(m);
        int256 term = _cubicTerm(m[1], delta0, delta1);
        if (term == 0) return 0;
        return (1e18 * term - 1e18 * m[1] - 1e18 * m[1] / term * delta0) / (3 * m[0]);
    }

    function _deltas(int256[4] memory m) private pure returns (int256 delta0, int256 delta1) {
        delta0 = 3 * m[0] * m[2] / m[1] - m[1];
        delta1 = 3 * delta0 + m[1] - 27 * m[0] ** 2 / m[1] * m[3] / m[1];
    }

    function _divider(int256[4] memory m) private pure returns (int256) {
        (int256 delta0, int256 delta1) = _deltas(m);
        (delta0, delta1) = (_abs(delta0), _abs(delta1));
        int256 least = delta0 < delta1 ? delta0 : delta1;
        if (m[0] < least) least = m[0];
        for (uint256 digits = 48; digits >= 24; digits -= 2) {
            if (least > int256(10 ** digits)) return int256(10 ** (digits - 18));
        }
        return least > int256(1e20) ? int256(100) : int256(1);
    }

    function _start(uint256[] memory sorted, uint256 sum, uint256 guess) internal pure override returns (uint256) {
        require(sorted[0] >= 1e9 && sorted[0] <= 1e33 && sorted[1] * ONE / sorted[0] >= 1e14, "balance");
        uint256 product = sorted[0] * sorted[1];
        if (guess == 0) return 2 * _sqrt(product);
        uint256 d = _sqrt(4 * product / guess * ONE);
        return sum < d ? sum : d;
    }

    function _shareOf(uint256[] memory xs, uint256 d) internal pure override returns (uint256) {
        return 4 * ONE * xs[0] / d * xs[1] / d;
    }

    function _fineShare(uint256[] memory xs, uint256 d) internal pure override returns (uint256) {
        return 4 * xs[0] * xs[1] / d * 1e36 / d;
    }

    function _evenness(uint256[] memory xs) internal pure override returns (uint256) {
        uint256 sum = _sum(xs);
        return 4 * ONE * xs[0] / sum * xs[1] / sum;
    }

    function _checkTerms(uint256 ann, uint256 gamma) internal pure override {
        require(ann >= 4e3 && ann <= 4e7 && gamma >= 1e10 && gamma <= 2e15, "terms");
    }

    function geometric_mean(uint256[] memory xs) public pure override returns (uint256) {
        return _sqrt(xs[0] * xs[1]);
    }
}

contract TestTricryptoMath is TestCryptoMath {
    function get_y(uint256 ann, uint256 gamma, uint256[] memory xs, uint256 d, uint256 i)
        external
        pure
        returns (uint256 y, uint256 guess)
    {
        _checkTerms(ann, gamma);
        _checkInvariant(d);
        uint256[] memory others = new uint256[](2);
        (others[0], others[1]) = (xs[i == 0 ? 1 : 0], xs[i == 2 ? 1 : 2]);
        _checkFraction(others[0], d);
        _checkFraction(others[1], d);
        (int256 root, int256 unit) = _solve([int256(ann), int256(gamma), int256(d)], int256(others[0]), int256(others[1]));
        if (unit == 0) {
            y = _byNewton(ann, gamma, others, d);
        } else {
            int256 whole = int256(d);
            whole = whole * whole / 27 / int256(others[1]) * whole / int256(others[0]) * root / unit;
            require(whole >= 0, "balance");
            (y, guess) = (uint256(whole), uint256(1e18 * root / unit));
        }
        _checkFraction(y, d);
    }

    function _byNewton(uint256 ann, uint256 gamma, uint256[] memory others, uint256 d) private pure returns (uint256) {
        _sort(others);
        uint256 limit = _larger(_larger(others[0] / 1e14, d / 1e14), 100);
        uint256 share = ONE * others[0] * 3 / d * others[1] * 3 / d;
        Search memory s = Search(ann, gamma, d, 3, others[0] + others[1], share, limit);
        return _newtonY(s, d / 3 * d / (others[1] * 3) * d / (others[0] * 3));
    }

    /// @param t ann, gamma, invariant
    /// @return the root of a cubic equation and its scale; 0 without a single root
    function _solve(int256[3] memory t, int256 x, int256 z) private pure returns (int256, int256) {
        int256[4] memory m;
        m[0] = 1e36 / int256(27);
        m[1] = 1e36 / int256(9) + 2e18 * t[1] / 27 - t[2] ** 2 / x * t[1] ** 2 * t[0] / 729 / 1e4 / z;
        m[2] = 1e36 / int256(9) + t[1] * (t[1] + 4e18) / 27 + t[1] ** 2 * (x + z - t[2]) / t[2] * t[0] / 27 / 1e4;
        m[3] = (1e18 + t[1]) ** 2 / 27;
        _shrink(m);
        int256 product = 3 * m[0] * m[2];
        int256 delta0 = product / m[1] - m[1];
        int256 delta1 = 3 * product / m[1] - 2 * m[1] - 27 * m[0] ** 2 / m[1] * m[3] / m[1];
        int256 term = _cubicTerm(m[1], delta0, delta1);
        if (term == 0) return (0, 0);
        return ((m[1] + m[1] * delta0 / term - term) / 3, m[0]);
    }

    /// Scales all terms to the size of the first, below the overflow limit.
    function _shrink(int256[4] memory m) private pure {
        int256 divider = _divider(_abs(3 * m[0] * m[2] / m[1] - m[1]));
        bool isUp = _abs(m[0]) > _abs(m[1]);
        int256 factor = _abs(isUp ? m[0] / m[1] : m[1] / m[0]);
        for (uint256 k; k < 4; ++k) {
            m[k] = (isUp ? m[k] * factor : m[k] / factor) / divider;
        }
    }

    function _divider(int256 size) private pure returns (int256) {
        for (uint256 digits = 48; digits >= 20; digits -= 4) {
            if (size > int256(10 ** digits)) return int256(10 ** (digits - 18));
        }
        return 1;
    }

    function _start(uint256[] memory sorted, uint256 sum, uint256 guess) internal pure override returns (uint256) {
        require(sorted[0] != 0, "balance");
        if (guess == 0) return 3 * geometric_mean(sorted);
        // Larger terms leave room for fewer digits.
        uint256 coarse = sum > 1e36 ? 1e36 : sum > 1e24 ? 1e24 : ONE;
        uint256 back = sum > 1e36 ? 1e12 : sum > 1e24 ? 1e6 : 1;
        return _cbrt(sorted[0] * sorted[1] / coarse * sorted[2] / guess * 27 * back);
    }

    function _shareOf(uint256[] memory xs, uint256 d) internal pure override returns (uint256) {
        return ONE * xs[0] * 3 / d * xs[1] * 3 / d * xs[2] * 3 / d;
    }

    function _fineShare(uint256[] memory xs, uint256 d) internal pure override returns (uint256) {
        return 27 * xs[0] * xs[1] / d * xs[2] / d * 1e36 / d;
    }

    function _evenness(uint256[] memory xs) internal pure override returns (uint256) {
        return _shareOf(xs, _sum(xs));
    }

    function _checkTerms(uint256 ann, uint256 gamma) internal pure override {
        require(ann >= 2700 && ann <= 27e7 && gamma >= 1e10 && gamma <= 5e16, "terms");
    }

    function geometric_mean(uint256[] memory xs) public pure override returns (uint256) {
        uint256 product = xs[0] * xs[1] / ONE * xs[2] / ONE;
        return product == 0 ? 0 : _cbrt(product);
    }
}
