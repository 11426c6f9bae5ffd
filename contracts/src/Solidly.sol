// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ISolidlyPair} from "./External.sol";

/// @title Largest output and smallest input of pairs of Solidly and its forks, by the rule that
/// each pair enforces.
/// @dev A pair's own `getAmountOut` may differ from this rule by a few units in either direction,
/// and differs between forks. Fees leave the pair with each swap, and the rule counts the rest.
library Solidly {
    uint256 private constant ONE = 1e18;
    uint256 private constant FEE_UNIT = 10_000;
    uint256 private constant MAX_STEPS = 255;
    /// @dev Most units between the end of Newton's method and the answer; pairs with a whole token
    /// on each side need two.
    uint256 private constant MAX_WALK = 64;

    /// @param fee in units of 1 / FEE_UNIT, taken from the input
    /// @param unitIn 10 ** decimals of the token sold
    struct Market {
        bool stable;
        uint256 fee;
        uint256 unitIn;
        uint256 unitOut;
        uint256 reserveIn;
        uint256 reserveOut;
    }

    function read(address pair, bool stable, uint256 fee, bool forward) internal view returns (Market memory m) {
        (m.stable, m.fee) = (stable, fee);
        (m.unitIn, m.unitOut, m.reserveIn, m.reserveOut,,,) = ISolidlyPair(pair).metadata();
        if (forward) return m;
        (m.unitIn, m.unitOut) = (m.unitOut, m.unitIn);
        (m.reserveIn, m.reserveOut) = (m.reserveOut, m.reserveIn);
    }

    /// @notice Returns the largest output that a pair pays for an input.
    function output(Market memory m, uint256 amountIn) internal pure returns (uint256) {
        uint256 sold = amountIn - amountIn * m.fee / FEE_UNIT;
        if (!m.stable) return sold * m.reserveOut / (m.reserveIn + sold);
        uint256 kept = _solve(_toOne(m.reserveIn + sold, m.unitIn), _toOne(m.reserveOut, m.unitOut), _product(m));
        return m.reserveOut - _fromOne(kept, m.unitOut);
    }

    /// @notice Returns the smallest input that a pair accepts for an output.
    function input(Market memory m, uint256 amountOut) internal pure returns (uint256) {
        uint256 left = m.reserveOut - amountOut;
        uint256 sold = m.stable
            ? _fromOne(_solve(_toOne(left, m.unitOut), _toOne(m.reserveIn, m.unitIn), _product(m)), m.unitIn)
                - m.reserveIn
            : (m.reserveIn * amountOut + left - 1) / left;
        return (sold - 1) * FEE_UNIT / (FEE_UNIT - m.fee) + 1;
    }

    /// @dev Finds the smallest `y` that completes the product with `x`, by Newton's method. Rounded
    /// products make its result a unit or two wrong, and more the less a pair holds of a token;
    /// reverts beyond MAX_WALK.
    function _solve(uint256 x, uint256 y, uint256 product) private pure returns (uint256) {
        for (uint256 i; i < MAX_STEPS; ++i) {
            uint256 slope = 3 * x * (y * y / ONE) / ONE + x * x / ONE * x / ONE;
            uint256 made = _curve(x, y);
            uint256 way = (made > product ? made - product : product - made) * ONE / slope;
            if (way == 0) break;
            y = made > product ? y - way : y + way;
        }
        uint256 end = MAX_WALK;
        for (; _curve(x, y) < product; ++y) --end;
        for (; _curve(x, y - 1) >= product; --y) --end;
        return y;
    }

    function _product(Market memory m) private pure returns (uint256) {
        return _curve(_toOne(m.reserveIn, m.unitIn), _toOne(m.reserveOut, m.unitOut));
    }

    /// @dev x^3 y + y^3 x, rounded as the pairs round.
    function _curve(uint256 x, uint256 y) private pure returns (uint256) {
        return (x * y / ONE) * (x * x / ONE + y * y / ONE) / ONE;
    }

    function _toOne(uint256 amount, uint256 unit) private pure returns (uint256) {
        return amount * ONE / unit;
    }

    /// @dev Rounds up.
    function _fromOne(uint256 scaled, uint256 unit) private pure returns (uint256) {
        return (scaled * unit + ONE - 1) / ONE;
    }
}
