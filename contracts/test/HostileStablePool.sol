// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Armed} from "./Hostile.sol";
import {PlainToken} from "./TestTokens.sol";

/// A lying pool of StableSwap, of any code, trusted itself or through its factory.
contract HostileStablePool is Armed {
    enum Mode {
        TakeHalf,
        GiveNothing,
        GiveLess,
        TakeOther,
        BurnGas
    }

    PlainToken[2] public coins;
    uint256[2] internal held;
    uint256 public A = 100;
    uint256 public fee = 4e6;
    Mode private mode;

    constructor(PlainToken first, PlainToken second) {
        coins = [first, second];
    }

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function name(uint256 first, uint256 second, uint256 amplification) external {
        (held, A) = ([first, second], amplification);
    }

    function balances(int128 index) external view returns (uint256) {
        return held[uint128(index)];
    }

    function balances(uint256 index) external view returns (uint256) {
        return held[index];
    }

    function A_precise() external view returns (uint256) {
        return A * 100;
    }

    function offpeg_fee_multiplier() external pure returns (uint256) {
        return 2e10;
    }

    function get_balances() external view returns (uint256[] memory all) {
        all = new uint256[](2);
        (all[0], all[1]) = (held[0], held[1]);
    }

    function stored_rates() external pure returns (uint256[] memory rates) {
        rates = new uint256[](2);
        (rates[0], rates[1]) = (1e18, 1e18);
    }

    function exchange(int128 from, int128 to, uint256 amount, uint256) external {
        _exchange(uint128(from), uint128(to), amount);
    }

    function _exchange(uint256 from, uint256 to, uint256 amount) internal {
        if (mode == Mode.BurnGas) while (true) {}
        _fire();
        PlainToken taken = coins[mode == Mode.TakeOther ? to : from];
        taken.transferFrom(msg.sender, address(this), mode == Mode.TakeHalf ? amount / 2 : amount);
        if (mode == Mode.GiveNothing) return;
        coins[to].transfer(msg.sender, mode == Mode.GiveLess ? amount / 2 : amount);
    }
}

/// A lying pool of CryptoSwap, whose views return inconsistent prices.
contract HostileCryptoPool is HostileStablePool {
    constructor(PlainToken first, PlainToken second) HostileStablePool(first, second) {}

    function exchange(uint256 from, uint256 to, uint256 amount, uint256) external {
        _exchange(from, to, amount);
    }

    function get_dx(uint256, uint256, uint256 wanted) external view returns (uint256) {
        return wanted * held[0] / held[1];
    }

    function get_dy(uint256, uint256, uint256 amount) external view returns (uint256) {
        return amount * A / 100;
    }
}
