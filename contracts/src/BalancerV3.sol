// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBalancerV3Vault} from "./External.sol";
import {Manager} from "./Manager.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in the pools of a trusted Balancer V3 vault while the executor has unlocked it.
/// @dev Pools may be hostile, because anyone registers them. Only the vault moves tokens: the trade
/// pays it, and a pool that pays too little fails the minimum.
library BalancerV3 {
    /// @notice Swaps and sends the output to its payee.
    /// @return owed amount of tokenIn that the executor owes
    function take(Manager.Order memory o) internal returns (uint256 owed) {
        bool isSale = o.amount < 0;
        uint256 bought;
        (, owed, bought) = IBalancerV3Vault(o.manager).swap(
            IBalancerV3Vault.VaultSwapParams({
                kind: isSale ? IBalancerV3Vault.SwapKind.EXACT_IN : IBalancerV3Vault.SwapKind.EXACT_OUT,
                pool: o.hooks,
                tokenIn: o.tokenIn,
                tokenOut: o.tokenOut,
                amountGivenRaw: uint256(isSale ? -o.amount : o.amount),
                limitRaw: isSale ? 0 : type(uint256).max,
                userData: ""
            })
        );
        IBalancerV3Vault(o.manager).sendTo(o.tokenOut, o.payee, bought);
    }

    function pay(Manager.Order memory o, uint256 owed) internal {
        Tokens.pay(o.tokenIn, o.manager, owed);
        IBalancerV3Vault(o.manager).settle(o.tokenIn, owed);
    }
}
