// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ICryptoSwap, ICryptoSwapFactory, IStableSwap, IStableSwapFactory} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {CRYPTO_SWAP, STABLE_SWAP} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

// The codes of plain pools of StableSwap: how they are asked, and how they round.
uint8 constant FIRST_POOLS = 0;
uint8 constant THREE_POOL = 1;
uint8 constant LATER_POOLS = 2;
// Later ones of two coins, in factories.
uint8 constant TWO_COINS = 3;

/// @title Swaps in a pool of Curve: a trusted plain pool of StableSwap, or one of a trusted factory of StableSwap, StableSwap-NG
///        or CryptoSwap.
/// @dev What a pool says that it gives is not read. It can take what the step sells, and no more; what it gave is measured.
library Curve {
    /// @param from index of what is sold
    /// @param to index of what is bought
    /// @param code of a pool of StableSwap: by a false one, as by false scales, a purchase buys too little, or costs its trader
    ///        too much
    /// @param pool of a factory of StableSwap; 0 where the pool itself is trusted
    /// @param scales of each coin, to 18 decimals. Pools of StableSwap-NG tell them. Unused for CryptoSwap: the pool's views
    ///        price the purchase.
    struct Coins {
        uint8 from;
        uint8 to;
        uint8 code;
        address pool;
        uint256[] scales;
    }

    /// @param trusted the pool, or the factory of pools
    function open(address trusted, IExecutor.Step calldata step)
        internal
        view
        returns (address pool, Coins memory coins)
    {
        if (step.kind == STABLE_SWAP) {
            coins = abi.decode(step.data, (Coins));
            pool = coins.pool;
            if (pool == address(0)) return (trusted, coins);
        } else {
            (pool, coins.from, coins.to) = abi.decode(step.data, (address, uint8, uint8));
            // Of StableSwap-NG, which rounds so for any number of coins.
            coins.code = TWO_COINS;
        }
        // Of a pool that the factory does not know, there are no coins.
        bytes4 known = step.kind == CRYPTO_SWAP
            ? ICryptoSwapFactory.get_coins.selector
            : IStableSwapFactory.get_n_coins.selector;
        if (Query.ask(trusted, known, uint160(pool)) == 0) revert IExecutor.NotPool();
    }

    /// @return bought what arrived here
    function swap(address pool, Coins memory coins, IExecutor.Step calldata step, uint256 amount)
        internal
        returns (uint256 bought)
    {
        bytes4 selector = step.kind == CRYPTO_SWAP ? ICryptoSwap.exchange.selector : IStableSwap.exchange.selector;
        bytes memory data = abi.encodeWithSelector(selector, coins.from, coins.to, amount, 0);
        return Tokens.exchange(step, pool, amount, data);
    }
}
